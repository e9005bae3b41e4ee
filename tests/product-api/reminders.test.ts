import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { momentInIndia } from '../../domain/india-time.ts'
import { sendReminders } from '../../product-api/reminders/reminders.ts'
import { isPushEndpoint } from '../../product-api/reminders/settings.ts'
import type { ApiEnv } from '../../product-api/env.ts'
import {
  adult,
  agree,
  devicesOf,
  enter,
  guest,
  messagesTo,
  newLiveMock,
  publish,
  pushServiceAnswers,
  subscribe,
  type Reader,
} from '../support/reminders.ts'
import {
  call,
  lastMessageTo,
  requestPhoneCode,
  send,
  startEmulatedProductApi,
} from '../support/emulated-product-api.ts'
import { database } from '../support/product-api.ts'

beforeAll(() => {
  startEmulatedProductApi()
  Object.assign(env, { SITE_ORIGINS: 'https://abhyasa.test' })
})
beforeEach(async () => {
  await pushServiceAnswers('ok')
  await database().batch([
    database().prepare('DELETE FROM reminder_choices'),
    database().prepare('DELETE FROM reminder_events'),
    database().prepare('DELETE FROM live_mocks'),
  ])
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

const bindings = env as unknown as ApiEnv['Bindings']
const india = momentInIndia
const run = (at: Date) => sendReminders(bindings, at)
const noon = india('2026-12-14', '12:00')
const bell = india('2026-12-20', '10:00')

/** Everybody agreed long before the events of these tests. */
const agreedBefore = () =>
  database().prepare(`UPDATE reminder_choices SET agreed_at = '2026-01-01T00:00:00.000Z'`).run()

/** A reader who agreed to be told of results and has taken part in a live mock. */
async function participant(slug: string): Promise<Reader> {
  const reader = await adult()
  await agree(reader, 'result')
  await enter(reader, slug)
  await agreedBefore()
  return reader
}

const titlesOf = async (reader: Reader) =>
  (await messagesTo(reader)).map(({ message }) => message.title)

describe('the reminder that a result is out', () => {
  it('is decrypted once by the device of a participant who agreed, and leads to it', async () => {
    const slug = await newLiveMock({ bell: india('2026-12-13', '10:00') })
    const [reader, absent, silent] = [await participant(slug), await adult(), await adult()]
    await agree(absent, 'result')
    await enter(silent, slug)
    await run(noon)
    expect(await messagesTo(reader)).toEqual([])
    await publish(slug, noon)
    await run(noon)
    await run(new Date(noon.getTime() + 60_000))
    const [received, ...more] = await messagesTo(reader)
    expect(more).toEqual([])
    expect(received).toMatchObject({ topic: 'result', urgency: 'normal' })
    expect(received!.message).toMatchObject({
      ...{ title: 'ನಿಮ್ಮ ಸ್ಥಾನ ತಿಳಿದಿದೆ', url: `/live-mocks/${slug}/result`, lang: 'kn' },
      tag: 'result',
    })
    expect(received!.bytes).toBeLessThanOrEqual(1200)
    expect(received!.ttl).toBeGreaterThan(0)
    expect([await messagesTo(absent), await messagesTo(silent)]).toEqual([[], []])
  })

  it('is sent once by two runs at the same time', async () => {
    const slug = await newLiveMock({ bell: india('2026-12-13', '10:00') })
    const readers = await Promise.all([participant(slug), participant(slug), participant(slug)])
    await publish(slug, noon)
    await Promise.all([run(noon), run(noon), run(noon)])
    for (const reader of readers) expect(await messagesTo(reader)).toHaveLength(1)
  })

  it('waits for the end of the quiet hours, as the reader chose them', async () => {
    const slug = await newLiveMock({ bell: india('2026-12-13', '10:00') })
    const [usual, early] = [await participant(slug), await participant(slug)]
    await call('PUT', '/api/reminders', {
      jwt: early.jwt,
      body: { quietFrom: 22, quietTo: 6, byMail: false },
    })
    await publish(slug, india('2026-12-14', '23:00'))
    await run(india('2026-12-14', '23:00'))
    await run(india('2026-12-15', '05:59'))
    expect([await titlesOf(usual), await titlesOf(early)]).toEqual([[], []])
    await run(india('2026-12-15', '06:00'))
    expect([(await titlesOf(usual)).length, (await titlesOf(early)).length]).toEqual([0, 1])
    await run(india('2026-12-15', '08:00'))
    expect((await titlesOf(usual)).length).toBe(1)
  })

  it('is not the second of its kind on one day', async () => {
    const [one, two] = [
      await newLiveMock({ bell: india('2026-12-13', '10:00') }),
      await newLiveMock({ bell: india('2026-12-13', '15:00') }),
    ]
    const reader = await participant(one)
    await enter(reader, two)
    await publish(one, noon)
    await publish(two, noon)
    await run(noon)
    await run(india('2026-12-14', '20:00'))
    expect(await messagesTo(reader)).toHaveLength(1)
    await run(india('2026-12-15', '08:00'))
    expect(await messagesTo(reader)).toHaveLength(2)
  })

  it('does not come to whoever agreed after it was published', async () => {
    const slug = await newLiveMock({ bell: india('2026-12-13', '10:00') })
    await publish(slug, new Date(Date.now() - 60_000))
    await run(new Date(Date.now() - 50_000))
    const late = await adult()
    await enter(late, slug)
    await agree(late, 'result')
    await run(india('2026-12-14', '12:00'))
    expect(await messagesTo(late)).toEqual([])
  })
})

describe('the reminder of tomorrow’s live mock', () => {
  it('comes on the evening before to those of its exam and to those who entered it', async () => {
    const slug = await newLiveMock({ bell, exams: ['vao-paper-1'] })
    const [ofExam, entered, other] = [await adult(), await adult(), await adult()]
    await agree(ofExam, 'live-mock', { exam: 'vao-paper-1', locale: 'en' })
    await agree(entered, 'live-mock', { exam: 'rrb', locale: 'te' })
    await agree(other, 'live-mock', { exam: 'rrb' })
    await enter(entered, slug)
    await agreedBefore()
    await run(india('2026-12-19', '16:59'))
    expect(await messagesTo(ofExam)).toEqual([])
    await run(india('2026-12-19', '17:00'))
    await run(india('2026-12-20', '09:00'))
    expect(await titlesOf(ofExam)).toEqual(['Live mock tomorrow at 10:00'])
    expect(await titlesOf(entered)).toEqual(['రేపు 10:00కు లైవ్ మాదిరి పరీక్ష'])
    expect(await messagesTo(other)).toEqual([])
  })

  it('comes in the morning to who agrees in the evening, and never after the bell', async () => {
    await newLiveMock({ bell, exams: ['vao-paper-1'] })
    await run(india('2026-12-19', '17:00'))
    const reader = await adult()
    await agree(reader, 'live-mock', { exam: 'vao-paper-1', locale: 'en' })
    await database()
      .prepare(`UPDATE reminder_choices SET agreed_at = ?`)
      .bind(india('2026-12-19', '19:00').toISOString())
      .run()
    await run(india('2026-12-19', '19:01'))
    expect(await messagesTo(reader)).toEqual([])
    await run(india('2026-12-20', '08:00'))
    expect(await titlesOf(reader)).toEqual(['Live mock today at 10:00'])

    const late = await adult()
    await agree(late, 'live-mock', { exam: 'vao-paper-1' })
    await run(india('2026-12-20', '10:01'))
    expect(await messagesTo(late)).toEqual([])
  })
})

describe('the reminder of due cards', () => {
  const review = (reader: Reader, at: Date, grade = 1) =>
    call('POST', '/api/card-reviews', {
      jwt: reader.jwt,
      body: {
        reviews: [
          {
            ...{ id: `test-${crypto.randomUUID().slice(0, 8)}.1`, card: `card-${reader.name}` },
            ...{ at: at.getTime(), grade, tookMs: 1000 },
          },
        ],
      },
    })
  const morning = (days: number) =>
    new Date(india('2027-01-01', '08:00').getTime() + days * 86_400_000)
  const checkAt = (at: Date) =>
    database().prepare('UPDATE reminder_choices SET check_at = ?').bind(at.toISOString()).run()

  it('says how many are due, and comes more rarely while nobody reviews', async () => {
    const reader = await adult()
    await review(reader, new Date())
    await agree(reader, 'cards', { locale: 'en' })
    await checkAt(morning(0))
    for (let day = 0; day < 16; day += 1) await run(morning(day))
    const received = await messagesTo(reader)
    expect(received[0]?.message).toMatchObject({
      ...{ title: '1 card is due today', url: '/en/flash-cards?of=due', tag: 'cards' },
    })
    // On days 0, 1, 3, 7 and 15.
    expect(received).toHaveLength(5)
  })

  it('does not come where none is due', async () => {
    const reader = await adult()
    await agree(reader, 'cards')
    await checkAt(morning(0))
    await run(morning(0))
    expect(await messagesTo(reader)).toEqual([])
  })
})

describe('a push service', () => {
  async function remindedReader() {
    const slug = await newLiveMock({ bell: india('2026-12-13', '10:00') })
    const reader = await participant(slug)
    await publish(slug, noon)
    return reader
  }
  const due = async () =>
    (await database().prepare('SELECT tries, next_try_at FROM due_reminders').all()).results
  const after = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

  it.each(['404', '410'] as const)('that answers %s ends the device', async (mode) => {
    const reader = await remindedReader()
    await pushServiceAnswers(mode)
    await run(noon)
    expect([await devicesOf(reader), await due()]).toEqual([[], []])
  })

  it.each(['413', 'redirect'] as const)('that answers %s is not asked again', async (mode) => {
    const reader = await remindedReader()
    await pushServiceAnswers(mode)
    await run(noon)
    expect(await due()).toEqual([])
    expect(await devicesOf(reader)).toHaveLength(1)
  })

  it('that asks for time by Retry-After gets the message after it', async () => {
    const reader = await remindedReader()
    await pushServiceAnswers('429', 1800)
    await run(noon)
    await pushServiceAnswers('ok')
    await run(after(29))
    expect(await messagesTo(reader)).toEqual([])
    await run(after(30))
    expect(await messagesTo(reader)).toHaveLength(1)
    expect(await due()).toEqual([])
  })

  it.each(['500', '503'] as const)(
    'that answers %s is tried again with growing pauses, then no more',
    async (mode) => {
      const reader = await remindedReader()
      await pushServiceAnswers(mode)
      const tries: number[] = []
      for (let minute = 0; minute < 400; minute += 1) {
        const before = await due()
        await run(after(minute))
        if (JSON.stringify(before) !== JSON.stringify(await due())) tries.push(minute)
      }
      expect(tries).toEqual([0, 2, 10, 28, 60, 110])
      expect(await due()).toEqual([])
      await pushServiceAnswers('ok')
      await run(after(401))
      expect(await messagesTo(reader)).toEqual([])
    },
    60_000,
  )

  it('that failed does not use up the day', async () => {
    const reader = await remindedReader()
    await pushServiceAnswers('503')
    await run(noon)
    await pushServiceAnswers('ok')
    await run(after(2))
    expect(await messagesTo(reader)).toHaveLength(1)
  })
})

describe('the address of a device', () => {
  const hosts = ['fcm.googleapis.com', '*.push.apple.com', 'http://127.0.0.1:8788']

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://web.push.apple.com/abc',
    'http://127.0.0.1:8788/push-service/send/1',
  ])('%s is accepted', (address) => expect(isPushEndpoint(address, hosts)).toBe(true))

  it.each([
    ...[
      'http://fcm.googleapis.com/',
      'https://fcm.googleapis.com:8443/',
      'https://push.apple.com/',
    ],
    ...['https://fcm.googleapis.com.evil.in/', 'https://evil-fcm.googleapis.com/'],
    ...['https://evilpush.apple.com/', 'https://user:word@fcm.googleapis.com/'],
    ...['https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.1/', 'https://169.254.169.254/'],
    ...[
      'https://2130706433/',
      'https://localhost/',
      'http://127.0.0.1:8787/',
      'http://localhost:8788/',
    ],
    ...['file:///etc/passwd', 'data:text/plain,x', 'javascript:1', '//fcm.googleapis.com/'],
    ...['https://fcm.googleapis.com@evil.in/', 'https://evil.in/#@fcm.googleapis.com', 'x', ''],
  ])('%s is refused', (address) => expect(isPushEndpoint(address, hosts)).toBe(false))

  it('that is no push service’s is refused with 400, and nothing is stored', async () => {
    const reader = await adult()
    const device = { ...(await subscribe()), endpoint: 'https://169.254.169.254/latest' }
    const answer = await agree(reader, 'cards', { device })
    expect([
      answer.status,
      (await answer.json<{ error: { message: string } }>()).error.message,
    ]).toEqual([400, 'endpoint must be that of a push service'])
    const { data } = await call('GET', '/api/reminders', { jwt: reader.jwt })
    expect(data).toMatchObject({ kinds: [], devices: [] })
  })
})

describe('devices of a reader', () => {
  it('are five at most: the one that was reached the longest time ago goes', async () => {
    const reader = await adult()
    for (let count = 0; count < 7; count += 1)
      await agree(reader, 'cards', { device: await subscribe() })
    expect(await devicesOf(reader)).toHaveLength(5)
  })

  it('belong to the last reader who agreed on them', async () => {
    const [first, second] = [await adult(), await adult()]
    const device = await subscribe()
    await agree(first, 'cards', { device })
    await agree(second, 'cards', { device })
    expect([(await devicesOf(first)).length, (await devicesOf(second)).length]).toEqual([0, 1])
  })

  it('whose browser replaced the subscription have the new one alone', async () => {
    const reader = await adult()
    const [former, next] = [await subscribe(), await subscribe()]
    await agree(reader, 'cards', { device: former })
    await call('POST', '/api/reminders/devices', {
      jwt: reader.jwt,
      body: { device: next, formerEndpoint: former.endpoint },
    })
    expect(await devicesOf(reader)).toEqual([next.endpoint])
  })
})

describe('a device whose reader signs out', () => {
  const signOut = (jwt: string) => call('POST', '/api/auth/logout', { jwt })

  /** The same member signs in again. Returns the access token. */
  async function signedInOn({ id }: Reader, deviceKind: 'phone' | 'browser'): Promise<string> {
    const row = await database()
      .prepare('SELECT phone FROM users WHERE id = ?')
      .bind(id)
      .first<{ phone: string }>()
    // The limit on codes for one number.
    vi.setSystemTime(Date.now() + 120_000)
    const otp = await requestPhoneCode(row!.phone)
    const { jwt } = await call('POST', '/api/auth/local/verifyOtp', {
      body: { phone: row!.phone, otp },
      headers: { 'x-device-kind': deviceKind },
    })
    return jwt
  }

  it('receives nothing of the account, and the account’s other devices do', async () => {
    const reader = await adult()
    await agree(reader, 'cards')
    const elsewhere = await signedInOn(reader, 'phone')
    const other = await subscribe()
    await agree({ ...reader, jwt: elsewhere, device: other }, 'cards')
    await signOut(reader.jwt)
    expect(await devicesOf({ ...reader, jwt: elsewhere })).toEqual([other.endpoint])
  })

  it('receives nothing after it was signed in again in between, and signed out', async () => {
    const reader = await adult()
    await agree(reader, 'cards')
    const again = await signedInOn(reader, 'browser')
    expect(await devicesOf({ ...reader, jwt: again })).toEqual([reader.device?.endpoint])
    await signOut(again)
    const later = await signedInOn(reader, 'browser')
    expect(await devicesOf({ ...reader, jwt: later })).toEqual([])
  })
})

describe('ending a kind', () => {
  const endByToken = (token: string) =>
    send('/api/reminders/end', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })

  async function tokenOf(reader: Reader, slug: string) {
    await publish(slug, noon)
    await run(noon)
    return (await messagesTo(reader))[0]!.message.end
  }

  it('works signed out with the token of the notification, once, for this kind alone', async () => {
    const slug = await newLiveMock({ bell: india('2026-12-13', '10:00') })
    const reader = await participant(slug)
    await agree(reader, 'cards')
    const token = await tokenOf(reader, slug)
    expect((await endByToken(token)).status).toBe(200)
    const { data } = await call('GET', '/api/reminders', { jwt: reader.jwt })
    expect((data as unknown as { kinds: { kind: string }[] }).kinds).toMatchObject([
      { kind: 'cards' },
    ])
    expect((await endByToken(token)).status).toBe(404)
  })

  it('does not work with a token of another row, a forged one or none', async () => {
    const slug = await newLiveMock({ bell: india('2026-12-13', '10:00') })
    const reader = await participant(slug)
    const [number, signature] = (await tokenOf(reader, slug)).split('.')
    const forged = [
      `${Number(number) + 1}.${signature}`,
      `${number}.${'A'.repeat(22)}`,
      number!,
      '.',
      '',
    ]
    for (const token of forged)
      expect([token, (await endByToken(token)).status]).toEqual([token, 404])
  })

  it('by the reader deletes what was to be sent', async () => {
    const slug = await newLiveMock({ bell: india('2026-12-13', '10:00') })
    const reader = await participant(slug)
    await publish(slug, india('2026-12-14', '23:00'))
    await run(india('2026-12-14', '23:00'))
    await call('DELETE', '/api/reminders/result', { jwt: reader.jwt })
    await run(india('2026-12-15', '08:00'))
    expect(await messagesTo(reader)).toEqual([])
  })
})

describe('other ways', () => {
  it('a mail goes to the confirmed address, with the link that ends it', async () => {
    const slug = await newLiveMock({ bell: india('2026-12-13', '10:00') })
    const reader = await participant(slug)
    const email = `${reader.name}@example.in`
    await database()
      .prepare('UPDATE users SET email = ?, confirmed = 1 WHERE id = ?')
      .bind(email, reader.id)
      .run()
    await call('PUT', '/api/reminders', {
      jwt: reader.jwt,
      body: { quietFrom: 21, quietTo: 8, byMail: true },
    })
    await publish(slug, noon)
    await run(noon)
    const mail = await lastMessageTo(email)
    expect(mail).toContain(`/live-mocks/${slug}/result`)
    expect(mail).toMatch(/\/reminders\/end\/\d+\.[\w-]{22}/)
  })

  it('the app gets it by the gateway; a device token that is gone is removed', async () => {
    const slug = await newLiveMock({ bell: india('2026-12-13', '10:00') })
    const reader = await participant(slug)
    const setToken = `UPDATE users SET device_id = ? WHERE id = ?`
    await database().prepare(setToken).bind('fcm-token-of-a-phone', reader.id).run()
    await publish(slug, noon)
    await pushServiceAnswers('410')
    await run(noon)
    const stored = await database()
      .prepare('SELECT device_id FROM users WHERE id = ?')
      .bind(reader.id)
      .first<{ device_id: string | null }>()
    expect(stored?.device_id).toBeNull()
  })

  it('nothing is sent to a member who may not agree', async () => {
    const slug = await newLiveMock({ bell: india('2026-12-13', '10:00') })
    const reader = await participant(slug)
    await database()
      .prepare(`UPDATE users SET age_band = 'minor' WHERE id = ?`)
      .bind(reader.id)
      .run()
    expect((await agree(reader, 'cards')).status).toBe(400)
    await publish(slug, noon)
    await run(noon)
    expect(await messagesTo(reader)).toEqual([])
  })

  it('a guest’s consent and devices are the member’s after the sign-in', async () => {
    const [visitor, member] = [await guest(), await adult()]
    await agree(visitor, 'cards')
    await call('POST', '/api/user-test-progresses/claim', {
      jwt: member.jwt,
      body: { data: { guestToken: visitor.jwt } },
    })
    const { data } = await call('GET', '/api/reminders', { jwt: member.jwt })
    expect(data).toMatchObject({ kinds: [{ kind: 'cards' }] })
    expect(await devicesOf(member)).toEqual([visitor.device!.endpoint])
  })
})
