import { Inflate, strFromU8 } from 'fflate'

/** Why a file is not read: it is not of its kind, or it is larger than is read. */
export class UnreadableDocument extends Error {
  readonly kind: 'not-this-kind' | 'too-large' | 'too-many-pages' | 'protected' | 'no-text'

  constructor(kind: UnreadableDocument['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** Unpacked, all parts of a document together. */
export const maxUnpackedBytes = 30_000_000
const maxEntries = 5000
/** 4 KB unpack to 4 MB at most, so that a limit is passed by no more than that. */
const sliceBytes = 4096

type Entry = { name: string; method: number; start: number; packedBytes: number }

/** Unpacks the parts of a ZIP archive whose names are wanted. What the archive says about sizes is
 *  not believed: bytes are counted while they are unpacked.
 *  Errors: UnreadableDocument where it is not an archive ('not-this-kind') or unpacks to more than
 *  30 MB ('too-large'). Cost: linear in what is unpacked. */
export function unzipped(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
): Record<string, Uint8Array> {
  const parts: Record<string, Uint8Array> = {}
  let left = maxUnpackedBytes
  for (const { name, method, start, packedBytes } of entriesOf(bytes)) {
    if (!isWanted(name)) continue
    const packed = packedAt(bytes, start, packedBytes)
    if (method !== 0 && method !== 8) throw broken(`${name} is packed in another way`)
    const part = method === 0 ? packed : inflated(packed, left)
    left -= part.length
    if (left < 0) throw tooLarge()
    parts[name] = part
  }
  return parts
}

/** Unpacks DEFLATE data, up to so many bytes.
 *  Errors: UnreadableDocument where there are more ('too-large'), or the data is broken. */
export function inflated(packed: Uint8Array, maxBytes: number): Uint8Array {
  const pieces: Uint8Array[] = []
  let length = 0
  const inflate = new Inflate((piece) => {
    pieces.push(piece)
    length += piece.length
  })
  for (let at = 0; at < packed.length; at += sliceBytes) {
    try {
      inflate.push(packed.subarray(at, at + sliceBytes), at + sliceBytes >= packed.length)
    } catch (error) {
      throw broken('the packed data is broken', error)
    }
    if (length > maxBytes) throw tooLarge()
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** The entries of the central directory (PKWARE APPNOTE 4.3.12 and 4.3.16). */
function entriesOf(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfDirectory(view)
  const count = view.getUint16(end + 10, true)
  if (count > maxEntries) throw tooLarge()
  const entries: Entry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50)
      throw broken('its directory is broken')
    const nameBytes = view.getUint16(at + 28, true)
    const name = strFromU8(bytes.subarray(at + 46, at + 46 + nameBytes))
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      start: view.getUint32(at + 42, true),
      packedBytes: view.getUint32(at + 20, true),
    })
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** The record at the end, after which only a comment of up to 64 KB may stand. */
function endOfDirectory(view: DataView): number {
  const last = view.byteLength - 22
  for (let at = last; at >= Math.max(0, last - 65_535); at--)
    if (view.getUint32(at, true) === 0x06054b50) return at
  throw broken('it is no archive')
}

/** The packed bytes of an entry, after its own header. */
function packedAt(bytes: Uint8Array, start: number, packedBytes: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (start + 30 > bytes.length) throw broken('a part lies outside of it')
  const header = 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
  const packed = bytes.subarray(start + header, start + header + packedBytes)
  if (packed.length !== packedBytes) throw broken('a part is cut off')
  return packed
}

const broken = (reason: string, cause?: unknown) =>
  new UnreadableDocument('not-this-kind', `the archive cannot be read: ${reason}`, { cause })
const tooLarge = () => new UnreadableDocument('too-large', 'it unpacks to more than 30 MB')
