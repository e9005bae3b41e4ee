import { crc32, deflateSync, inflateSync } from 'node:zlib'

// PNG files of few colours (https://www.w3.org/TR/png-3/): half a byte for each pixel, and a title.

/** red, green, blue: 0 to 255 each. */
export type Colour = readonly [number, number, number]

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG of at most 16 colours. `indices`: a colour of the palette for each pixel, row by row.
 *  `title`: stored in the file as its title, which `titleOfPng` reads. */
export function indexedPng(
  { width, height }: { width: number; height: number },
  palette: readonly Colour[],
  indices: Uint8Array,
  title: string,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([4, 3], 8)
  const rowBytes = 1 + Math.ceil(width / 2)
  const rows = Buffer.alloc(rowBytes * height)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const column = pixel % width
    const at = Math.floor(pixel / width) * rowBytes + 1 + (column >> 1)
    rows[at] = rows[at]! | ((indices[pixel] ?? 0) << (column % 2 === 0 ? 4 : 0))
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('iTXt', Buffer.from(`Title\0\0\0\0\0${title}`)),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The title that `indexedPng` stored; null for another file. */
export function titleOfPng(file: Buffer): string | null {
  const [text] = chunksOf(file, 'iTXt')
  return /^Title\0\0\0\0\0(.*)$/s.exec(text?.toString('utf8') ?? '')?.[1] ?? null
}

/** The pixels of a PNG of 8 bits a channel without interlacing, as browsers draw screenshots.
 *  `channels`: 3 or 4 bytes for each pixel, row by row. Errors: throws for another kind of PNG. */
export function pixelsOfPng(file: Buffer): { pixels: Buffer; channels: 3 | 4 } {
  const [header] = chunksOf(file, 'IHDR')
  const [width = 0, height = 0] = [header?.readUInt32BE(0), header?.readUInt32BE(4)]
  const [depth, type, , , interlace] = header?.subarray(8) ?? []
  if (depth !== 8 || (type !== 2 && type !== 6) || interlace !== 0)
    throw new Error(`a PNG of depth ${depth}, type ${type} cannot be read`)
  const channels = type === 2 ? 3 : 4
  const rowBytes = width * channels
  const filtered = inflateSync(Buffer.concat(chunksOf(file, 'IDAT')))
  const pixels = Buffer.alloc(rowBytes * height)
  for (let row = 0; row < height; row += 1) {
    const filter = filtered[row * (rowBytes + 1)] ?? 0
    for (let column = 0; column < rowBytes; column += 1) {
      const at = row * rowBytes + column
      const left = column < channels ? 0 : pixels[at - channels]!
      const above = row === 0 ? 0 : pixels[at - rowBytes]!
      const corner = column < channels || row === 0 ? 0 : pixels[at - rowBytes - channels]!
      const predicted = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]!
      pixels[at] = filtered[row * (rowBytes + 1) + 1 + column]! + predicted
    }
  }
  return { pixels, channels }
}

/** Which of the three is nearest to left + above - corner. */
function paeth(left: number, above: number, corner: number): number {
  const [byLeft, byAbove] = [Math.abs(above - corner), Math.abs(left - corner)]
  const byCorner = Math.abs(left + above - 2 * corner)
  if (byLeft <= byAbove && byLeft <= byCorner) return left
  return byAbove <= byCorner ? above : corner
}

/** The data of all chunks of a type; none where the file is no PNG. */
function chunksOf(file: Buffer, type: string): Buffer[] {
  const found: Buffer[] = []
  if (!file.subarray(0, 8).equals(signature)) return found
  for (let at = 8; at + 8 <= file.length; at += file.readUInt32BE(at) + 12)
    if (file.toString('latin1', at + 4, at + 8) === type)
      found.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  return found
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
