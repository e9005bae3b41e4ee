/** Identifies an option by its text, for a form that was made from another version of the paper:
 *  its place may have changed. At most 7 letters and digits (FNV-1a in 32 bits). Two options of one
 *  question have the same identity with a chance of 1 in 4 billion. */
export function optionIdentity(text: string): string {
  let hash = 0x811c9dc5
  for (const unit of text.normalize('NFC').replace(/\s+/g, ' ').trim())
    hash = Math.imul(hash ^ unit.codePointAt(0)!, 0x01000193) >>> 0
  return hash.toString(36)
}

/** The identity of the fifth circle, which has no text of its own. */
export const fifthCircleIdentity = 'fifth'
