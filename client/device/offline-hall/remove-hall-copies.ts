/** The copies of halls, of any version (hall-cache.ts, sealed-copies.ts). */
const isHallCopy = (name: string) => /^(hall|live)-\d+ /.test(name)

/** Removes all halls that this device has stored for use without a network, because their reader
 *  has signed out. Answers that are not sent yet stay. Errors: none; without Cache storage there
 *  is nothing to remove. */
export async function removeHallCopies() {
  for (const name of await hallCopies()) void caches.delete(name)
}

/** The names of all copies. A closing page has time to remove them only if it knows them. */
export async function hallCopies(): Promise<string[]> {
  try {
    return (await caches.keys()).filter(isHallCopy)
  } catch {
    return []
  }
}
