import { withoutControls } from '../domain/printable-text.ts'

// Nothing that a program of ours stores has control characters: they are removed where a body is
// read, before any schema sees it.

/** Passwords stay as they were typed: only their digest is stored. */
const isAsTyped = (name: string) => /password/i.test(name)

const cleanValue = (name: string, value: string) =>
  isAsTyped(name) ? value : withoutControls(value)

/** The fields of a form without control characters. Of several with one name, the last. */
export const cleanFields = (fields: Iterable<[string, string]>): Record<string, string> =>
  Object.fromEntries(
    [...fields].map(([name, value]) => [withoutControls(name), cleanValue(name, value)]),
  )

/** How control characters and halves of surrogate pairs stand in a JSON text. */
const mayHaveControls = /\\[bf]|\\u(?:00[0189]|007f|d[89a-f])|[\u007f-\u009f\ud800-\udfff]/iu

/** A parsed JSON value with its texts and names without control characters. `json`: what it was
 *  parsed from. Cost: one search of the text where there are none, as nearly always. */
export const cleanJson = (value: unknown, json: string): unknown =>
  mayHaveControls.test(json) ? cleaned(value, '') : value

function cleaned(value: unknown, name: string): unknown {
  if (typeof value === 'string') return cleanValue(name, value)
  if (Array.isArray(value)) return value.map((item) => cleaned(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [withoutControls(key), cleaned(item, key)]),
  )
}
