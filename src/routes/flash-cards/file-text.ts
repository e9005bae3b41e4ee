import { failed, ok, type Result } from '../../../domain/result.ts'

/** The text of a file in UTF-8, or in UTF-16 as Excel saves “Unicode Text”. Errors: not-text, as
 *  pictures and archives; encoding, where the bytes are letters by another table. */
export function textOfFile(file: Uint8Array): Result<string, 'not-text' | 'encoding'> {
  const encoding = encodingOf(file)
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(file)
    return text.includes('\0') ? failed('not-text') : ok(text)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return failed(file.includes(0) ? 'not-text' : 'encoding')
  }
}

const sampleBytes = 4096

/** By the byte order mark; without one, by the zeros: in UTF-16 each space, comma and line break
 *  has one, always at the same side. */
function encodingOf(file: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = file
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  let [atEven, atOdd] = [0, 0]
  for (const [index, byte] of file.subarray(0, sampleBytes).entries())
    if (byte === 0 && index % 2 === 0) atEven++
    else if (byte === 0) atOdd++
  if (atOdd > 0 && atEven === 0) return 'utf-16le'
  return atEven > 0 && atOdd === 0 ? 'utf-16be' : 'utf-8'
}
