import { describe, expect, it } from 'vitest'
import {
  cleanTrafficSource,
  formatStoredSource,
  newStoredSource,
  parseStoredSource,
} from '../../domain/traffic-source.ts'
import { seededRandom } from '../support/seeded-random.ts'

const now = Date.parse('2026-11-23T12:00:00Z')

describe('a traffic source', () => {
  it.each([
    ['whatsapp', 'whatsapp'],
    ['mail.june.2026', 'mail.june.2026'],
    [' ವಾಟ್ಸಾಪ್  ಗುಂಪು 2 ', 'ವಾಟ್ಸಾಪ್ ಗುಂಪು 2'],
    ['క్లాస్-రూమ్', 'క్లాస్-రూమ్'],
    ['<script>alert(1)</script>', 'script alert(1) /script'],
    ['a\u0000b\nc\u202ed', 'a b c d'],
    ['a;b,c"d%', 'a b c d'],
    ['ಕ'.repeat(80), 'ಕ'.repeat(64)],
    ['<>', ''],
  ])('%j is kept as %j', (typed, kept) => expect(cleanTrafficSource(typed)).toBe(kept))

  it('survives being stored and cleaned again, whatever it was', () => {
    const { integerBelow, itemOf } = seededRandom(41)
    const letters = Array.from('aZ9. .:/+@()-_~<>;,%"ಕಾ್తెన\u200d\u0000\u202e😀')
    for (let round = 0; round < 2000; round += 1) {
      const typed = Array.from({ length: integerBelow(90) }, () => itemOf(letters))
      const source = cleanTrafficSource(typed.join(''))
      expect(cleanTrafficSource(source)).toBe(source)
      const stored = newStoredSource(source, now)
      expect(parseStoredSource(stored, now)?.source ?? '').toBe(source)
      expect(Array.from(source).length).toBeLessThanOrEqual(64)
    }
  })

  it('ends after 24 hours', () => {
    const stored = newStoredSource('mail.june', now)
    expect(parseStoredSource(stored, now + 24 * 3600_000 - 1000)).toMatchObject({
      source: 'mail.june',
    })
    expect(parseStoredSource(stored, now + 24 * 3600_000)).toBeNull()
  })

  it.each([
    undefined,
    '',
    'x',
    '.1763801234',
    'x.123',
    formatStoredSource({ source: 'x', endsAtSec: 1e9 }),
  ])('is not read from %j', (text) => expect(parseStoredSource(text, now)).toBeNull())
})
