// What this device remembers of a hall besides the journal. It may be lost: no answer is in it.

const lastIndexKey = (attempt: string) => `hall-at.${attempt}`
const skinKey = (attempt: string) => `hall-skin.${attempt}`
const unsavedHintKey = 'hall-jump-taught'

/** At which question the reader was last, from 0; null if this device does not know. */
export function lastIndexOf(attempt: string): number | null {
  const text = readText(lastIndexKey(attempt))
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null
}

export const storeLastIndex = (attempt: string, index: number) =>
  writeText(lastIndexKey(attempt), String(index))

/** The skin of an attempt's hall: the one that its address names; else the one that it named the
 *  last time on this device; else the exam's usual one. */
export function skinFor(attempt: string, usual: 'standard' | 'railway') {
  const isNamed = new URLSearchParams(location.search).has('skin')
  if (isNamed) writeText(skinKey(attempt), usual)
  const stored = isNamed ? usual : readText(skinKey(attempt))
  return stored === 'standard' || stored === 'railway' ? stored : usual
}

/** Whether the hint that the palette does not save has not been shown on this device; true once. */
export function claimUnsavedHint(): boolean {
  const isNew = readText(unsavedHintKey) === null
  writeText(unsavedHintKey, '1')
  return isNew
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function writeText(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Without storage, the hall opens at the first question that was not visited.
  }
}
