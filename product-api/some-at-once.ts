/** Works on all items, so many at once: an invocation may have six connections open. One that fails
 *  is logged as `at`, and does not keep the others waiting. Source: Workers, Limits. */
export async function someAtOnce<Item>(
  items: readonly Item[],
  at: string,
  work: (item: Item) => Promise<unknown>,
  concurrency = 6,
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
  await Promise.all(Array.from({ length: concurrency }, takeNext))
}
