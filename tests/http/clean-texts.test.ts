import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { parseJson, readFormFields } from '../../http/request-body.ts'
import { seededRandom } from '../support/seeded-random.ts'

const controls = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u
const limits = { maxBytes: 65_536, deadlineMs: 2000 }
const pieces = ['a', 'ಕ', 'తె', '😀', ' ', '\n', '\t', '"', '\\', '\\u0000', 'b']
const junk = ['\0', '\u0001', '\b', '\f', '\u001f', '\u007f', '\u009f', '\ud800', '\udc00']

/** A text, and the same with control characters in it. */
function drawnTexts(seed: number) {
  const random = seededRandom(seed)
  const drawn = Array.from({ length: 1 + random.integerBelow(10) }, () => random.itemOf(pieces))
  const dirty = drawn.map((piece) =>
    random.integerBelow(3) === 0 ? `${random.itemOf(junk)}${piece} ` : piece,
  )
  return { dirty: dirty.join(''), hasJunk: dirty.some((piece) => controls.test(piece)) }
}

const anything = v.record(v.string(), v.unknown())

describe('the texts of a body', () => {
  it('of JSON come without control characters, at any depth and in names', () => {
    for (let seed = 0; seed < 400; seed++) {
      const { dirty, hasJunk } = drawnTexts(seed)
      const body = { [dirty]: dirty, list: [{ deep: dirty }], number: 1, none: null }
      const read = parseJson(JSON.stringify(body), anything)
      if (!read.ok) throw new Error(`seed ${seed}`)
      const texts = JSON.stringify(read.value, (name, value: unknown) => {
        expect(controls.test(name), `seed ${seed}`).toBe(false)
        if (typeof value === 'string') expect(controls.test(value), `seed ${seed}`).toBe(false)
        return value
      })
      if (!hasJunk) expect(JSON.parse(texts)).toEqual(body)
    }
  })

  it('that are not escaped in JSON are cleaned, too', () => {
    expect(parseJson('{"a":"x\u007fy\u0085z"}', anything)).toEqual({
      ok: true,
      value: { a: 'xyz' },
    })
  })

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data'])(
    'of a form (%s) come without control characters; tabs and line breaks stay',
    async (type) => {
      const fields = [['front', 'a\0b\u0008\u009f\tc\nd']] as const
      const body = type.startsWith('multipart') ? new FormData() : new URLSearchParams()
      for (const [name, value] of fields) body.append(name, value)
      const request = new Request('https://site.test/', { method: 'POST', body })
      const read = await readFormFields(request, limits)
      const front = read.ok ? read.value.front?.replace('\r', '') : null
      expect(front).toBe('ab\tc\nd')
    },
  )

  it('that are passwords stay as they were typed', async () => {
    const body = new URLSearchParams({ password: 'a\0b', newPassword: 'c\u0001' })
    const read = await readFormFields(
      new Request('https://site.test/', { method: 'POST', body }),
      limits,
    )
    expect(read).toEqual({ ok: true, value: { password: 'a\0b', newPassword: 'c\u0001' } })
  })
})
