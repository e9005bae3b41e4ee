import { describe, expect, it } from 'vitest'
import { codeOfStep, matchingStep, newTotpSecret, stepAt } from '../../desk/operators/totp.ts'

/** '12345678901234567890', the key of RFC 6238, appendix B, in Base32. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('codes by time', () => {
  // RFC 6238, appendix B, SHA-1; its eight digits end with the six of the same step.
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('are those of RFC 6238 at %i seconds', async (seconds, code) => {
    expect(await codeOfStep(rfcSecret, stepAt(new Date(seconds * 1000)))).toBe(code)
  })

  // RFC 4226, appendix D.
  it.each(
    ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871'].map(
      (code, step) => [step, code] as const,
    ),
  )('are those of RFC 4226 at step %i', async (step, code) => {
    expect(await codeOfStep(rfcSecret, step)).toBe(code)
  })

  it('are accepted one step early or late, and no further', async () => {
    const now = new Date(2_000_000_000_000)
    const step = stepAt(now)
    for (const [off, isAccepted] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const) {
      const code = await codeOfStep(rfcSecret, step + off)
      expect([off, await matchingStep(rfcSecret, code, 0, now)]).toEqual([
        off,
        isAccepted ? step + off : null,
      ])
    }
  })

  it('of a step that was accepted, or of an earlier one, are refused', async () => {
    const now = new Date(2_000_000_000_000)
    const step = stepAt(now)
    for (const used of [step, step + 1])
      expect(await matchingStep(rfcSecret, await codeOfStep(rfcSecret, step), used, now)).toBeNull()
  })

  it('are accepted with the space that apps show', async () => {
    const now = new Date(59_000)
    expect(await matchingStep(rfcSecret, '287 082', 0, now)).toBe(1)
  })

  it('come of secrets of 160 bits, each different', () => {
    const secrets = Array.from({ length: 50 }, newTotpSecret)
    expect(new Set(secrets).size).toBe(50)
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  })
})
