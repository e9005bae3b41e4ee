import jsQR from 'jsqr'
import { describe, expect, it, vi } from 'vitest'
import { qrPicture } from '../../client/islands/hall/qr.ts'
import { encodeRescue } from '../../domain/attempt/rescue-code.ts'

// The library as the build leaves it.
vi.mock('lean-qr', async () => {
  const { withoutUnused } = await import('../../tasks/qr-library.ts')
  const { readFileSync } = await import('node:fs')
  const { fileURLToPath } = await import('node:url')
  const library = readFileSync(fileURLToPath(import.meta.resolve('lean-qr')), 'utf8')
  const code = encodeURIComponent(withoutUnused(library))
  const built: unknown = await import(/* @vite-ignore */ `data:text/javascript,${code}`)
  return built as typeof import('lean-qr')
})

const address = 'https://abhyasa.example/kn/attempts/rescue'
const attempt = '3f2b8c1e-7a54-4d0b-9c3e-1f6a2b7d8e90'
const pixelsOfModule = 4
const margin = 4

const codeFor = (questions: number) =>
  encodeRescue({
    attempt,
    carryKey: 'k3V9w2X8-m4qp_Za',
    device: 'a-device-of-tests',
    events: Array.from({ length: questions }, (_, index) => ({
      index,
      kind: index % 9 === 0 ? 'mark' : 'save',
      option: (index * 7) % 5,
      writer: 'k3v9w2x8m4qp',
      tick: 3 * index + 3,
      atMs: 1_800_000_000_000 + index * 40_000,
    })),
  })

/** What a phone's camera sees of the picture: RGBA, white around it. */
function photographed({ size, path }: ReturnType<typeof qrPicture>) {
  const side = (size + 2 * margin) * pixelsOfModule
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  const blacken = (column: number, row: number) => {
    for (let y = 0; y < pixelsOfModule; y++)
      for (let x = 0; x < pixelsOfModule; x++) {
        const line = (row + margin) * pixelsOfModule + y
        const at = (line * side + (column + margin) * pixelsOfModule + x) * 4
        pixels.fill(0, at, at + 3)
      }
  }
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let column = 0; column < Number(width); column++) blacken(Number(x) + column, Number(y))
  return { pixels, side }
}

describe('the QR picture of a rescue code', () => {
  it.each([0, 10, 100, 200, 500])(
    'with %i answers is read back by a scanner without a difference',
    (count) => {
      const code = codeFor(count)
      const { pixels, side } = photographed(qrPicture(address, code))
      expect(jsQR(pixels, side, side)?.data).toBe(`${address}#${code.replace(/\s/g, '')}`)
    },
  )
})
