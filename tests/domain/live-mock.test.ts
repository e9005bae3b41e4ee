import { describe, expect, it } from 'vitest'
import { codeOf, codeText, readTypedCode } from '../../domain/live-mock/opening-code.ts'
import { isLiveEntryId, liveEntryId, stageOf } from '../../domain/live-mock/live-mock.ts'
import { lateRankIn, percentileText, rankIn, scoreBands } from '../../domain/live-mock/ranks.ts'
import { keyOfCode, openByCode, openSealed, sealPaper } from '../../domain/live-mock/seal.ts'
import { keyRounds } from '../../domain/live-mock/sealed-paper.ts'
import { seededRandom } from '../support/seeded-random.ts'

const code = codeOf('482109375518204')

describe('an opening code', () => {
  it('is read with spaces and signs, in Latin, Kannada and Telugu digits', () => {
    const kannada = code.replace(/\d/g, (digit) => String.fromCharCode(0x0ce6 + Number(digit)))
    const telugu = code.replace(/\d/g, (digit) => String.fromCharCode(0x0c66 + Number(digit)))
    for (const typed of [code, codeText(code), ` ${codeText(code)}. `, kannada, telugu])
      expect(readTypedCode(typed)).toEqual({ ok: true, code })
  })

  it('is refused with any one digit wrong, and with any two neighbours exchanged', () => {
    for (let place = 0; place < 16; place += 1) {
      for (let digit = 0; digit < 10; digit += 1) {
        const wrong = code.slice(0, place) + String(digit) + code.slice(place + 1)
        expect(readTypedCode(wrong).ok).toBe(wrong === code)
      }
      const swapped = code.slice(0, place) + (code[place + 1] ?? '') + (code[place] ?? '')
      const exchanged = swapped + code.slice(place + 2)
      if (place < 15) expect(readTypedCode(exchanged).ok).toBe(exchanged === code)
    }
  })

  it('of another length is named as such', () => {
    expect(readTypedCode('4821 0937')).toEqual({ ok: false, problem: 'length' })
  })
})

describe('a sealed paper', () => {
  const question = {
    ...{ id: 'q1', section: null, topics: ['polity'], figure: null, optionCount: 2 },
    texts: { kn: { stem: 'ಪ್ರಶ್ನೆ', options: ['ಒಂದು', 'ಎರಡು'], alt: null } },
  }
  const salt = Uint8Array.from({ length: 16 }, (_, index) => index)
  const iv = Uint8Array.from({ length: 12 }, (_, index) => 100 + index)

  it('is opened by its code and by its key, and by no other', async () => {
    const key = await keyOfCode(code, salt)
    const sealed = await sealPaper({ questions: [question] }, key, salt, iv)
    expect(await openByCode(sealed, code)).toEqual({ questions: [question] })
    expect(await openSealed(sealed, key)).toEqual({ questions: [question] })
    expect(await openByCode(sealed, codeOf('482109375518205'))).toBeNull()
    const otherKey = key.map((byte, index) => (index === 0 ? byte ^ 1 : byte))
    expect(await openSealed(sealed, otherKey)).toBeNull()
  })

  it('is not opened when any of its bytes was changed', async () => {
    const key = await keyOfCode(code, salt)
    const sealed = await sealPaper({ questions: [question] }, key, salt, iv)
    // The salt (bytes 1 to 16) only matters to the derivation of the key.
    for (const place of [0, 17, 28, 29, sealed.length - 1]) {
      const changed = sealed.map((byte, index) => (index === place ? byte ^ 1 : byte))
      expect([place, await openSealed(changed, key)]).toEqual([place, null])
    }
    const otherSalt = sealed.map((byte, index) => (index === 1 ? byte ^ 1 : byte))
    expect(await openByCode(otherSalt, code)).toBeNull()
  })

  it('costs a thousand years of one fast processor to guess', () => {
    // 10^15 codes, half of them on average; each two SHA-256 blocks for each round. The fastest
    // graphics cards of 2026 compute about 2.2e10 blocks a second (hashcat, RTX 5090, SHA-256).
    const seconds = (10 ** 15 / 2) * ((keyRounds * 2) / 2.2e10)
    expect(seconds / 86_400 / 365).toBeGreaterThan(800)
  })
})

describe('ranks', () => {
  it('equal those of a sorted list, for random scores with ties', () => {
    const random = seededRandom(7).next
    for (let round = 0; round < 200; round += 1) {
      const scores = Array.from({ length: 1 + Math.floor(random() * 40) }, () =>
        Math.floor(random() * 12 - 3),
      )
      const counts = [...new Set(scores)]
        .sort((one, other) => other - one)
        .map((units) => [units, scores.filter((score) => score === units).length] as const)
      for (const score of scores) {
        const better = scores.filter((other) => other > score).length
        const atMost = scores.filter((other) => other <= score).length
        expect(rankIn(counts, score)).toEqual({
          rank: better + 1,
          tied: scores.filter((other) => other === score).length - 1,
          of: scores.length,
          percentile: ((100 * atMost) / scores.length).toFixed(5),
        })
      }
      expect(rankIn(counts, 99)).toBeNull()
      const late = lateRankIn(counts, 5)
      const all = [...scores, 5]
      expect(late.rank).toBe(all.filter((other) => other > 5).length + 1)
      expect(late.percentile).toBe(
        ((100 * all.filter((other) => other <= 5).length) / all.length).toFixed(5),
      )
    }
  })

  it('have a percentile with five decimals, rounded half up', () => {
    expect(percentileText(2145, 2316)).toBe('92.61658')
    expect(percentileText(1, 1)).toBe('100.00000')
    expect(percentileText(1, 3)).toBe('33.33333')
    expect(percentileText(2, 3)).toBe('66.66667')
    expect(percentileText(1, 900_000_000)).toBe('0.00000')
  })

  it('are drawn in at most twenty bands that contain every participant', () => {
    const bands = scoreBands(
      [
        [292, 3],
        [-20, 2],
        [400, 1],
      ],
      4,
      400,
    )
    expect(bands.length).toBeLessThanOrEqual(22)
    expect(bands.reduce((sum, { count }) => sum + count, 0)).toBe(6)
    expect(bands.find(({ from, to }) => from <= 73 && to > 73)?.count).toBe(3)
  })
})

describe('a live mock', () => {
  const times = {
    ...{ bellAt: '2026-11-29T04:30:00.000Z', minutes: 120, latestMinutes: 30 },
    ...{ resultsAt: '2026-11-29T12:30:00.000Z', publishedAt: null },
  }

  it('is open from the very millisecond of its bell, for entries until the latest moment', () => {
    const bell = Date.parse(times.bellAt)
    expect(stageOf(times, bell - 1)).toBe('before')
    expect(stageOf(times, bell)).toBe('open')
    expect(stageOf(times, bell + 30 * 60_000)).toBe('open')
    expect(stageOf(times, bell + 30 * 60_000 + 1)).toBe('closed')
    expect(stageOf({ ...times, publishedAt: times.resultsAt }, bell)).toBe('published')
  })

  it('has entries whose ids are told from those of other attempts', () => {
    const uuid = '3f2b8c1e-7a54-4d0b-9c3e-1f6a2b7d8e90'
    expect(isLiveEntryId(uuid)).toBe(false)
    expect(isLiveEntryId(liveEntryId(uuid))).toBe(true)
  })
})
