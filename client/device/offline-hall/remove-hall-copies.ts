/** The copies of halls (hall-cache.ts), of sealed papers (sealed-copies.ts) and of an account's
 *  pages (offline/page-copies.ts), of any version. */
const isHallCopy = (name: string) => /^(?:hall-\d+ |live-\d+ |own-pages-)/.test(name)

/** Removes the halls and pages of an account from this device, because its reader has signed out.
 *  Answers that are not sent yet stay. Errors: none; without Cache storage there is nothing to
 *  remove. */
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
