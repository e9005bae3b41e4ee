/** Works on all items, six at once. One that fails is logged as `at`, and does not keep the others
 *  waiting. */
export async function someAtOnce<Item>(
  items: readonly Item[],
  at: string,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const takeNext = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift())
      try {
        await work(item)
      } catch (error) {
        console.error(JSON.stringify({ at, error: String(error) }))
      }
  }
  await Promise.all(Array.from({ length: 6 }, takeNext))
}
