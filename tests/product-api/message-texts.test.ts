import { describe, expect, it } from 'vitest'
import { languages, locales, type Locale } from '../../domain/locale.ts'
import * as identity from '../../product-api/identity/message-texts.ts'
import * as tax from '../../product-api/payments/tax/mail-texts.ts'
import type { TaxDocument } from '../../product-api/payments/tax/tax-documents.ts'
import * as privacy from '../../product-api/privacy/parent-texts.ts'
import * as reminders from '../../product-api/reminders/reminder-texts.ts'

// Every kind of mail and SMS in every language: all of it is in the reader's, and what a tax
// officer reads is in English too.

const now = new Date('2026-11-24T06:00:00.000Z')
const given = { code: '482913', link: 'https://abhyasa.test/reset?code=1', child: '"5512"' }

const row: TaxDocument = {
  ...{ id: 1, kind: 'invoice', gstin: '29AAGCB7383J1Z4', fiscal_year: 2026, n: 123 },
  ...{ transaction_id: '01TX', issued_at: '', issued_on: '2026-11-24', place_of_supply: '29' },
  seller: JSON.stringify({ name: '<>', address: '<>', sac: '999293', lut: 'AD290326000123X' }),
  plan: JSON.stringify({ slug: '<>', days: 30, name: { kn: 'ಯೋಜನೆ', te: 'ప్లాన్', en: '<>' } }),
  ...{ country: null, supply: 'intra-state', percent: 18, currency: 'INR', amount_minor: 29_900 },
  ...{ taxable_minor: 25_339, cgst_minor: 2281, sgst_minor: 2280, igst_minor: 0 },
}
const abroad = { place_of_supply: '96', country: 'US', currency: 'EUR', cgst_minor: 0 } as const
const mailed = (more: Partial<TaxDocument>) => ({
  row: { ...row, ...more },
  ...{ invoiceNumber: '26-27/000123', buyer: '<>', siteOrigin: 'https://abhyasa.test' },
})

const mock = (bellAt: string) => ({
  ...{ slug: 'mock', bellAt },
  titles: { kn: 'ಪರೀಕ್ಷೆ', te: 'పరీక్ష', en: 'Mock' },
})
const reminded = (locale: Locale, kind: string, one: ReturnType<typeof mock> | null) => {
  const text = reminders.reminderText({ kind, subject: '12', locale }, one, now)
  const mail = reminders.reminderMail(text, locale, 'https://abhyasa.test', '/end')
  return { ...mail, text: `${text.title}\n${mail.text}\n${reminders.endLabel(locale)}` }
}

type Message = { subject: string; text: string }
const sms = (text: string): Message => ({ subject: text, text })

/** Every kind of message but those with a tax document. */
const kinds: Record<string, (locale: Locale) => Message> = {
  'one-time code': (locale) => sms(identity.otpSmsText(locale, given.code, 'abhyasa.test')),
  'new password': (locale) => identity.passwordResetMail(locale, given.link),
  'code for a new address': (locale) => identity.contactCodeMail(locale, given.code),
  'changed address': (locale) => identity.contactChangedMail(locale),
  'added passkey': (locale) => identity.passkeyAddedNotice(locale, ''),
  'SMS to a parent': (locale) => sms(privacy.parentSms(locale, given.child, given.code)),
  'mail to a parent': (locale) => privacy.parentMail(locale, given.child, given.code),
  'reminder of cards': (locale) => reminded(locale, 'cards', null),
  'reminder of a mock today': (locale) => reminded(locale, 'mock', mock('2026-11-24T10:00:00Z')),
  'reminder of a mock tomorrow': (locale) => reminded(locale, 'mock', mock('2026-11-25T10:00:00Z')),
  'reminder of a result': (locale) => reminded(locale, 'result', mock('2026-11-23T10:00:00Z')),
}

const taxKinds: Record<string, Partial<TaxDocument>> = {
  invoice: {},
  'credit note': { kind: 'credit-note' },
  'invoice of another state': { supply: 'inter-state', place_of_supply: '37', igst_minor: 4561 },
  'invoice of an export without tax': { ...abroad, supply: 'export', percent: 0 },
  'invoice of an export with tax': { ...abroad, supply: 'taxed-export', igst_minor: 4561 },
  'credit note of an export': { ...abroad, kind: 'credit-note', supply: 'export', percent: 0 },
}

/** Abbreviations that every language writes in Latin letters, and what the tests give. */
const latin = new Set(['OTP', 'GSTIN', 'SAC', 'CGST', 'SGST', 'IGST', 'AD', 'US', 'CN', 'EUR'])
const foreignWords = (text: string) =>
  text
    .replace(/https?:\S+|@\S+|\d+X|29AAGCB7383J1Z4|<>/g, '')
    .split(/[^A-Za-z]+/)
    .filter((word) => word.length > 1 && !latin.has(word))

function expectIn(locale: Locale, text: string) {
  const own = new RegExp(`\\p{Script=${languages[locale].script}}`, 'u')
  expect(text).toMatch(own)
  for (const other of locales.filter((one) => one !== locale && languages[one].script !== 'Latin'))
    expect(text).not.toMatch(new RegExp(`\\p{Script=${languages[other].script}}`, 'u'))
  if (languages[locale].script !== 'Latin') expect(foreignWords(text)).toEqual([])
}

describe.each(locales)('in %s', (locale) => {
  it.each(Object.keys(kinds))('the message "%s" is wholly in it', (kind) => {
    const { subject, text } = kinds[kind]!(locale)
    for (const part of [subject, text]) expectIn(locale, part)
    expect(subject + text).not.toMatch(/undefined|null|\{\w+\}/)
  })

  it.each(Object.keys(taxKinds))('the mail with an %s is in it, and in English', (kind) => {
    const { subject, text } = tax.documentMail(mailed(taxKinds[kind]!), locale)
    const english = tax.documentMail(mailed(taxKinds[kind]!), 'en')
    expectIn(locale, subject)
    if (locale === 'en') return expectIn('en', text)
    const [own = '', beside = ''] = text.split(/\n\n(?=Tax invoice|Credit note)/)
    expectIn(locale, own)
    expectIn('en', beside)
    // The same facts as in an English reader's mail.
    expect(english.text).toContain(beside.trim().split('\n').slice(2).join('\n'))
    const isExport = kind.includes('export')
    expect(beside.includes('Country of destination: United States (US)')).toBe(isExport)
    expect(beside.includes('Supply meant for export')).toBe(isExport)
  })
})

it('every text of the modules of messages is one of these kinds', () => {
  const exported = [identity, privacy, reminders, tax].flatMap((module) => Object.keys(module))
  expect(exported.sort()).toEqual(
    [
      ...['otpSmsText', 'passwordResetMail', 'contactCodeMail', 'contactChangedMail'],
      ...['passkeyAddedNotice', 'parentSms', 'parentMail', 'documentMail'],
      ...['reminderText', 'reminderMail', 'endLabel', 'endPathOf'],
    ].sort(),
  )
})

it('whatever sends a message takes its words from these modules', () => {
  const sources = import.meta.glob<string>('../../product-api/**/*.ts', {
    ...{ query: '?raw', import: 'default', eager: true },
  })
  const senders = Object.entries(sources).filter(
    ([path, text]) => /\.send(Mail|Sms)\(/.test(text) && !path.endsWith('message-gateways.ts'),
  )
  expect(senders.length).toBeGreaterThan(5)
  for (const [path, text] of senders)
    expect([path, /from '.*\/(message|parent|reminder|mail)-texts\.ts'/.test(text)]).toEqual([
      path,
      true,
    ])
})
