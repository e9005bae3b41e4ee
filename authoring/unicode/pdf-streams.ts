import { inflated, maxUnpackedBytes, UnreadableDocument } from './unzip.ts'

// The library that reads PDFs unpacks without a limit, so what a file unpacks to is counted before.

/** Packings whose size cannot be told in advance; programs of today do not write them. */
const otherPacking = /\/(LZWDecode|LZW|RunLengthDecode|RL|Crypt)\b/
const flate = /\/(FlateDecode|Fl)\b/g
/** Filters that are named elsewhere, or with escaped letters. */
const hiddenFilter = /\/Filter\s+\d|#[0-9a-f]{2}/i
/** Pictures are not decoded (maxImageSize); a stream that says it is one may be used as text. */
const maxPictureBytes = 40_000_000
const maxPicturesBytes = 200_000_000
const maxDictionaryBytes = 20_000
const zlibHeaderBytes = 2

/** Refuses a PDF that is protected by a password, that unpacks to more than 30 MB besides its
 *  pictures, or whose size cannot be told. Cost: unpacks what is packed once.
 *  Errors: UnreadableDocument. */
export function checkPdfStreams(bytes: Uint8Array): void {
  const text = latin1(bytes)
  if (/\/Encrypt\s*(<<|\d+ \d+ R)/.test(text))
    throw new UnreadableDocument('protected', 'it is protected by a password')
  const left = { text: maxUnpackedBytes, pictures: maxPicturesBytes }
  for (const match of text.matchAll(/stream(\r\n|\n|\r)/g)) {
    const { index } = match
    if (text.startsWith('end', index - 3)) continue
    const dictionary = dictionaryBefore(text, index)
    const layers = dictionary.match(flate)?.length ?? 0
    if (otherPacking.test(dictionary) || hiddenFilter.test(dictionary) || layers > 1)
      throw unclear()
    if (layers === 0) continue
    const kind = /\/Subtype\s*\/Image\b/.test(dictionary) ? 'pictures' : 'text'
    const start = index + match[0].length
    const end = text.indexOf('endstream', start)
    const packed = bytes.subarray(start + zlibHeaderBytes, end < 0 ? undefined : end)
    const most = kind === 'text' ? left.text : Math.min(maxPictureBytes, left.pictures)
    left[kind] -= lengthOf(packed, most)
  }
}

function dictionaryBefore(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - maxDictionaryBytes), index)
  const start = before.lastIndexOf(' obj')
  if (start < 0) throw unclear()
  return before.slice(start)
}

/** What a stream unpacks to; 0 for broken data, of which the library reads no more. */
function lengthOf(packed: Uint8Array, maxBytes: number): number {
  try {
    return inflated(packed, maxBytes).length
  } catch (error) {
    if (error instanceof UnreadableDocument && error.kind === 'too-large') throw error
    return 0
  }
}

const unclear = () =>
  new UnreadableDocument('not-this-kind', 'its text is packed in a way that is not read')

function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 16_384)
    text += String.fromCharCode(...bytes.subarray(at, at + 16_384))
  return text
}
