/** localStorage, or null where the browser or the app has disabled storage. */
export function openStorage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
