// Settings of a hall that this device stores besides the journal. They contain no answers.

const lastIndexKey = (attempt: string) => `hall-at.${attempt}`
const skinKey = (attempt: string) => `hall-skin.${attempt}`
const dismissedKey = (attempt: string) => `hall-replaced.${attempt}`
const unsavedHintKey = 'hall-jump-taught'

/** The index of the question that was last open on this device; null if none is stored. */
export function lastIndexOf(attempt: string): number | null {
  const text = readText(lastIndexKey(attempt))
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null
}

export const storeLastIndex = (attempt: string, index: number) =>
  writeText(lastIndexKey(attempt), String(index))

/** The skin of an attempt's hall: the one in the page's URL, else the last one used for this
 *  attempt on this device, else the exam's own. */
export function skinFor(attempt: string, usual: 'standard' | 'railway') {
  const isNamed = new URLSearchParams(location.search).has('skin')
  if (isNamed) writeText(skinKey(attempt), usual)
  const stored = isNamed ? usual : readText(skinKey(attempt))
  return stored === 'standard' || stored === 'railway' ? stored : usual
}

/** Ids of replaced answers that the reader has left as they are. */
export const dismissedAnswers = (attempt: string): readonly string[] =>
  (readText(dismissedKey(attempt)) ?? '').split(' ')

export function dismissAnswer(attempt: string, event: string): readonly string[] {
  const dismissed = [...dismissedAnswers(attempt), event]
  writeText(dismissedKey(attempt), dismissed.join(' ').trim())
  return dismissed
}

/** Whether to show the hint that the palette does not save: returns true once per device. */
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
    // Without storage, the hall opens where the reader was as the journal knows it.
  }
}
