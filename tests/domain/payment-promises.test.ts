import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseSettings } from '../../product-api/payments/setting-schemas.ts'
import { sharedSettingEntries } from '../../product-api/payments/settings.ts'

describe('the refund policy page', () => {
  it('names the default of REFUND_DAYS in every language', () => {
    const read = parseSettings(sharedSettingEntries, {})
    const days = read.ok ? read.value.REFUND_DAYS : Number.NaN
    const policy = readFileSync('content/pages/refundpolicy.txt', 'utf8')
    for (const unit of ['ದಿನ', 'days', 'రోజు']) expect(policy).toContain(`${days} ${unit}`)
  })
})
