// Small things that make coming back pleasant and may be lost: the answers are the journal's.

const placeKey = (attempt: string) => `hall-at.${attempt}`
const skinKey = (attempt: string) => `hall-skin.${attempt}`
const lessonKey = 'hall-jump-taught'

/** At which question the reader was last, from 0; null if this device does not know. */
export function keptPlace(attempt: string): number | null {
  const text = read(placeKey(attempt))
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null
}

export const keepPlace = (attempt: string, index: number) => write(placeKey(attempt), String(index))

/** Whose hall this attempt is sat in: as its address says; else as it said the last time on this device; else as usual. */
export function keptSkin(attempt: string, usual: 'standard' | 'railway') {
  const isSaid = new URLSearchParams(location.search).has('skin')
  if (isSaid) write(skinKey(attempt), usual)
  const kept = isSaid ? usual : read(skinKey(attempt))
  return kept === 'standard' || kept === 'railway' ? kept : usual
}

/** Whether the lesson that the palette does not save is still to be given on this device; true only once. */
export function takeLesson(): boolean {
  const isNew = read(lessonKey) === null
  write(lessonKey, '1')
  return isNew
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Where nothing can be stored, the hall opens at the first question that is left.
  }
}
