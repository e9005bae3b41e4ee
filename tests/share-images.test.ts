import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { indexedPng, titleOfPng } from '../tasks/indexed-png.ts'
import { sharePictures, titleOfPicture } from '../tasks/share-pictures.ts'

const folder = new URL('../public/share/', import.meta.url)

describe('the images for social media', () => {
  it('are those of the content, with its titles: otherwise run npm run share-images', async () => {
    const pictures = await sharePictures()
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const drawn = found
      .filter((path) => path.endsWith('.png'))
      .map((path) => [path, titleOfPng(readFileSync(new URL(path, folder)))])
    expect(Object.fromEntries(drawn)).toEqual(
      Object.fromEntries(pictures.map((picture) => [picture.path, titleOfPicture(picture)])),
    )
  })

  it('are small: a message of a phone loads them before it is read', () => {
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const sizes = found
      .filter((path) => path.endsWith('.png'))
      .map((path) => [path, readFileSync(new URL(path, folder)).length] as const)
    expect(sizes.filter(([, bytes]) => bytes > 30_000)).toEqual([])
  })

  it('keep a title in any script', () => {
    const size = { width: 3, height: 1 }
    const black = [0, 0, 0] as const
    const file = indexedPng(size, [black], new Uint8Array(3), 'ಪತ್ರಿಕೆ 1')
    expect(titleOfPng(file)).toBe('ಪತ್ರಿಕೆ 1')
    expect(titleOfPng(readFileSync(new URL('../package.json', import.meta.url)))).toBeNull()
  })
})
