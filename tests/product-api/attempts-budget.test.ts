import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { simulateGateways } from '../emulators/identity.ts'
import { newGuest, newWriter } from '../support/attempts.ts'
import { requestProductApi } from '../support/product-api.ts'

beforeAll(simulateGateways)
vi.setConfig({ testTimeout: 60_000 })
afterEach(() => vi.useRealTimers())

// What an honest reader sends is never refused for long, and nothing of it is lost.

/** As over HTTP, with the length of the body, by which the budget is charged. */
function send(jwt: string | undefined, attempt: string, body: object) {
  const text = JSON.stringify(body)
  return requestProductApi(`/api/user-test-progresses/${attempt}/events`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'content-length': String(text.length) },
      ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
    },
    body: text,
  })
}

/** Opens, taps twice, saves and leaves each of 200 questions: what a restless reader does. */
async function longJournal() {
  const guest = await newGuest()
  const { data: attempt } = await guest.start()
  const { questions } = await guest.paper(attempt.id)
  const write = newWriter('restless-writer-0', () => Date.now())
  const events = Array.from({ length: 200 }, (_, index) => {
    const question = questions[index % questions.length]!.id
    return [
      write({ kind: 'visit', question }),
      ...[0, 1, 2].map((option) => write({ kind: 'choose', question, option })),
      ...[0, 1].map((option) => write({ question, option })),
      write({ kind: 'leave', question }),
    ]
  }).flat()
  return { guest, attempt, events }
}

it('a long journal that was written offline arrives twice without a wait', async () => {
  for (const isSignedOut of [false, true]) {
    const { guest, attempt, events } = await longJournal()
    const more = { device: 'device-restless', carryKey: attempt.carryKey }
    for (let from = 0; from < 2 * events.length; from += 350) {
      const start = from % events.length
      const body = { events: events.slice(start, start + 350), ...more, limit: 1 }
      const sent = await send(isSignedOut ? undefined : guest.jwt, attempt.id, body)
      expect(sent.status).toBe(200)
    }
    const known = await guest.eventsAfter(attempt.id)
    expect(known.data.events).toHaveLength(events.length)
  }
})

it('a flood waits for a minute at most, and is taken then', async () => {
  const { guest, attempt, events } = await longJournal()
  const padded = events.slice(0, 200).map((event) => ({ ...event, padding: 'x'.repeat(1000) }))
  const startedAt = Date.parse(attempt.startedAt)
  vi.useFakeTimers({ toFake: ['Date'], now: startedAt + 60_000 })
  let waitSeconds: number | null = null
  for (let count = 0; count < 20 && waitSeconds === null; count++) {
    const answer = await send(guest.jwt, attempt.id, { events: padded, limit: 1 })
    if (answer.status === 429) waitSeconds = Number(answer.headers.get('retry-after'))
  }
  expect(waitSeconds).toBeGreaterThan(0)
  expect(waitSeconds).toBeLessThanOrEqual(60)
  vi.setSystemTime(startedAt + 130_000)
  expect((await send(guest.jwt, attempt.id, { events: padded })).status).toBe(200)
})
