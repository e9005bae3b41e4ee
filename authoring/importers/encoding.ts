import { Buffer } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { UnreadableFile } from './item.ts'

/** Decodes a text piece by piece. UTF-8 is expected, UTF-16 where a byte order mark says so.
 *  Errors: UnreadableFile, with the line, for every other encoding that can be recognised. */
export async function* decodedText(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    decoder ??= decoderFor(bytes)
    const text = decoded(decoder, bytes, line)
    const garbled = garbledText(text)
    if (garbled) throw new UnreadableFile(line + linesBefore(text, garbled.index), garbled.reason)
    line += linesBefore(text, text.length)
    yield text
  }
  if (decoder) decoded(decoder, undefined, line)
}

/** The lines of streamed text, with their numbers from 1. */
export async function* splitLines(
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ line: number; text: string }> {
  let rest = ''
  let line = 0
  for await (const piece of pieces) {
    const lines = (rest + piece).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const text of lines) yield { line: ++line, text }
  }
  if (rest !== '') yield { line: line + 1, text: rest }
}

function decoderFor(start: Buffer): TextDecoder {
  const [first, second] = start
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}

function decoded(decoder: TextDecoder, bytes: Buffer | undefined, line: number): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined })
  } catch {
    const at = bytes ? line + linesBefore(bytes.toString('latin1'), firstBadByte(bytes)) : line
    throw new UnreadableFile(
      at,
      `the file is not in ${decoder.encoding.toUpperCase()} from here on; it was probably ` +
        'saved as "ANSI" (Windows-1252). Save it as UTF-8 and import it again',
    )
  }
}

function firstBadByte(bytes: Buffer): number {
  let from = 0
  let to = bytes.length
  while (to - from > 1) {
    const middle = (from + to) >> 1
    if (isReadable(bytes.subarray(0, middle))) from = middle
    else to = middle
  }
  return from
}

function isReadable(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

const linesBefore = (text: string, index: number) => text.slice(0, index).split('\n').length - 1

/** Finds text that was decoded wrongly before it was saved, and text that only looks like Kannada
 *  in a legacy font such as Nudi or Baraha. */
function garbledText(text: string): { index: number; reason: string } | null {
  const mojibake = /(?:à[²³°±][\u0080-\u00bf\u0152-\u2122]){2}/.exec(text)
  if (mojibake)
    return {
      index: mojibake.index,
      reason:
        'Kannada or Telugu was saved through a wrong encoding (it reads "à²…"); ' +
        'export it again as UTF-8',
    }
  const legacyFont = /(?:[a-z£¤ª§©¬®µ¸»¼½¾][ÀÁÃÄÅÆ][^\n]*?){3}/.exec(text)
  if (legacyFont)
    return {
      index: legacyFont.index,
      reason:
        'the text is written for the Nudi or Baraha font and not in Unicode; ' +
        'convert it to Unicode (both programs can) and import it again',
    }
  if (text.includes('\ufffd'))
    return {
      index: text.indexOf('\ufffd'),
      reason: 'letters were lost before this file was saved (�)',
    }
  return null
}
