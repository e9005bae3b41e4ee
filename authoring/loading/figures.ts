import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Figure, StagedContent } from './content-rows.ts'

/** A figure is sent in hexadecimal, and D1 limits an SQL statement to 100 KB. */
const maxFigureBytes = 45_000

const contentTypes: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

export type FigureFile = Figure & { bytes: Buffer; contentType: string }

/** Reads a figure of the content folder. Its URL contains its digest, so that caches may store it
 *  without limit. Throws where the file is missing, too large or of an unknown type. */
export function readFigure(folder: string, file: string): FigureFile {
  const contentType = contentTypes[extname(file)]
  if (!contentType)
    throw new Error(`the figure ${file} is none of ${Object.keys(contentTypes).join(' ')}`)
  const bytes = readFileSync(join(folder, 'figures', file))
  if (bytes.byteLength > maxFigureBytes)
    throw new Error(
      `the figure ${file} has ${bytes.byteLength} bytes; ${maxFigureBytes} are allowed`,
    )
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  const name = file.slice(0, -extname(file).length)
  return {
    url: `/figures/${name}.${digest}${extname(file)}`,
    ...sizeOf(bytes, contentType, file),
    bytes,
    contentType,
  }
}

export const stageFigure = ({ url, contentType, bytes }: FigureFile): StagedContent => ({
  script: 'figure',
  parts: [{ part: 'figure', json: { path: url, contentType, hex: bytes.toString('hex') } }],
  documents: [],
})

/** Width and height in pixels, from a PNG's header or an SVG's viewBox. */
function sizeOf(
  bytes: Buffer,
  contentType: string,
  file: string,
): { width: number; height: number } {
  if (contentType === 'image/png')
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  const [, width, height] =
    /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(bytes.toString('utf8')) ?? []
  if (!width || !height)
    throw new Error(`the size of the figure ${file} is unknown; use PNG or an SVG with a viewBox`)
  return { width: Math.round(Number(width)), height: Math.round(Number(height)) }
}
