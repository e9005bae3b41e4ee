import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openJournal, type AttemptJournal } from '../../client/device/journal/attempt-journal.ts'
import { fromBase64, keyOfCode, openSealed } from '../../domain/live-mock/seal.ts'
import { partsOfSealed } from '../../domain/live-mock/sealed-paper.ts'
import { publishLiveMocks } from '../../product-api/live-mocks/publication.ts'
import productApi from '../../product-api/worker.ts'
import { settings, simulateGateways } from '../emulators/identity.ts'
import { newGuest, selectRows } from '../support/attempts.ts'
import { secretWords } from '../support/live-mock-source.ts'
import { loadLiveMock, secretsOf } from '../support/live-mocks.ts'
import { seededRandom } from '../support/seeded-random.ts'
import {
  simulateDevice,
  simulateTime,
  type Answering,
  type SimulatedPage,
} from '../support/simulated-device.ts'
import { database } from '../support/product-api.ts'
import { runAllAlarms } from '../support/readers.ts'

// A live mock with 500 phones: the real journal of the hall and the real product API, with a clock
// that only this test moves. VITE_PHONES sets the number.

const phoneCount = Number(import.meta.env.VITE_PHONES ?? 500)
const questionCount = 10
const minute = 60_000
const day = 24 * 60 * minute
const slug = 'live-simulation'
const bell = new Date('2026-12-20T04:30:00.000Z')
const endMs = bell.getTime() + 60 * minute
const resultsMs = bell.getTime() + 150 * minute

beforeAll(simulateGateways)
afterEach(() => vi.useRealTimers())

/** online: at the bell. during, after-end: offline at the bell, online from then on. after-results:
 *  nothing of it arrives before the ranks are published. absent: never opens. */
type Connection = 'online' | 'during' | 'after-end' | 'after-results' | 'absent'

type Phone = {
  id: string
  carryKey: string
  jwt: string
  state: string | null
  exam: string
  connection: Connection
  isKilled: boolean
  clockOffsetMs: number
  /** Question index -> option, as the reader left them at the end. */
  answers: Map<number, number>
}

describe(`a live mock with ${phoneCount} phones`, () => {
  it(
    'ranks them as an independent computation does, and shows no question before the bell',
    { timeout: 900_000 },
    async () => {
      vi.setSystemTime(bell.getTime() - 2 * day)
      await loadLiveMock({ slug, bell, questions: questionCount })
      const random = seededRandom(20261220)
      const phones: Phone[] = []
      for (let index = 0; index < phoneCount; index += 1) phones.push(await enter(index, random))
      const sealed = await downloadSealed()
      const { code = '' } = (await secretsOf(slug)) ?? {}

      // No phone opens the paper before the bell, whatever its own clock says.
      vi.setSystemTime(bell.getTime() - 1)
      for (const { id, jwt } of phones.slice(0, 20)) {
        for (const path of ['/code', '/result']) {
          const answer = await callApi('GET', `/api/live-mocks/${slug}${path}`, jwt)
          expect(answer.status).toBeGreaterThanOrEqual(400)
          expectNoSecret(await answer.text(), code)
        }
        const answer = await callApi('GET', `/api/user-test-progresses/${id}/paper`, jwt)
        expect(answer.status).toBe(425)
      }
      expectNoSecret(new TextDecoder('latin1').decode(sealed), code)

      // The key is derived once for all phones of the simulation; each decrypts by itself.
      const key = await keyOfCode(code, partsOfSealed(sealed)!.salt)
      for (const phone of phones)
        if (phone.connection !== 'absent' && phone.connection !== 'after-results')
          await sit(phone, sealed, key, random)

      await allIsDone()
      vi.setSystemTime(endMs + 5 * minute)
      await runAllAlarms()
      await vi.waitFor(async () => {
        const left = await selectRows(
          `SELECT count(*) AS n FROM live_entries e JOIN attempts a USING (id)
           WHERE e.opened_at IS NULL`,
        )
        expect(left).toEqual([{ n: 0 }])
      }, 10_000)
      vi.setSystemTime(resultsMs)
      expect(await publishLiveMocks(database(), new Date())).toBe(1)
      for (const phone of phones)
        if (phone.connection === 'after-results') await sit(phone, sealed, key, random)
      vi.setSystemTime(resultsMs + 5 * 60 * minute)

      const ranked = phones.filter(
        ({ connection }) => connection !== 'absent' && connection !== 'after-results',
      )
      for (const phone of phones) expect(await ownResult(phone)).toEqual(expected(phone, ranked))
      expect(ranked.length).toBeGreaterThan(phoneCount * 0.8)
      await allIsDone()
      await tellCost(phones)
    },
  )
})

async function enter(index: number, random: ReturnType<typeof seededRandom>): Promise<Phone> {
  const { jwt = '' } = await newGuest()
  const state = random.itemOf(['29', '29', '37', null])
  const exam = random.itemOf(['vao-paper-1', 'pdo-paper-1'])
  const entered = await callApi('POST', `/api/live-mocks/${slug}/entries`, jwt, {
    data: { exam, state, locale: 'kn' },
  })
  expect(entered.status).toBe(201)
  const { data } = await entered.json<{ data: { attempt: { id: string; carryKey: string } } }>()
  // 30 % are offline at the bell, 20 % are killed, one in fifty never comes.
  const offline = index % 10 < 3
  const connection: Connection =
    index % 50 === 49
      ? 'absent'
      : offline
        ? (['during', 'after-end', 'after-results'] as const)[index % 30 === 0 ? 2 : index % 2]!
        : 'online'
  return {
    ...{ id: data.attempt.id, carryKey: data.attempt.carryKey, jwt, state, exam, connection },
    isKilled: random.next() < 0.2,
    clockOffsetMs: Math.round((random.next() * 2 - 1) * day),
    answers: new Map(),
  }
}

/** One phone's exam: opens the sealed paper, answers, is offline and killed as it was drawn. */
async function sit(
  phone: Phone,
  sealed: Uint8Array<ArrayBuffer>,
  key: Uint8Array<ArrayBuffer>,
  random: ReturnType<typeof seededRandom>,
) {
  const paper = await openSealed(sealed, key)
  const questions = paper?.questions.map(({ id }) => id) ?? []
  expect(questions).toHaveLength(questionCount)
  const time = simulateTime(bell.getTime() + random.integerBelow(20_000))
  const device = simulateDevice(time, answering(phone, time), random)
  device.setClock(phone.clockOffsetMs)
  device.condition.isOnline = phone.connection === 'online'
  const attempt = {
    ...{ id: phone.id, carryKey: phone.carryKey, mode: 'exam' as const, questions },
    ...{ endsAtMs: endMs, serverNowMs: bell.getTime() },
  }
  const open = async () => {
    const page = device.openPage({ isOfflineCopy: true })
    const opened: AttemptJournal[] = []
    void openJournal(attempt, page.ports).then((journal) => opened.push(journal))
    await time.pass(3000)
    return { page, journal: opened[0]! }
  }
  let { page, journal }: { page: SimulatedPage; journal: AttemptJournal } = await open()
  const killAt = phone.isKilled ? random.integerBelow(questionCount) : -1
  const onlineAt = phone.connection === 'during' ? random.integerBelow(questionCount) : -1
  for (let index = 0; index < questionCount; index += 1) {
    if (index === onlineAt) device.setOnline(true)
    if (random.next() < 0.85) {
      // A better reader is right more often, so that the scores spread.
      const isRight = random.next() < 0.3 + 0.6 * ((phone.clockOffsetMs + day) / (2 * day))
      const option = (index + (isRight ? 0 : 1 + random.integerBelow(3))) % 4
      write(journal, questions[index]!, option)
      phone.answers.set(index, option)
    }
    if (index === killAt) {
      page.kill()
      await time.pass(minute)
      ;({ page, journal } = await open())
    }
    await time.pass((1 + random.integerBelow(5)) * minute)
  }
  await time.pass(endMs + minute - time.now())
  if (phone.connection === 'after-end') await time.pass(20 * minute)
  if (phone.connection === 'after-results') await time.pass(resultsMs + 10 * minute - time.now())
  device.setOnline(true)
  await time.pass(5 * minute)
  expect([phone.connection, journal.status.unsent, journal.status.stage]).toEqual([
    ...[phone.connection, 0, 'submitted'],
  ])
  journal.close()
}

const write = (journal: AttemptJournal, question: string, option: number) =>
  journal.write({ kind: 'save', question, option, locale: 'kn', spentMs: 20_000 })

/** The server's answers to a phone, at the phone's time. */
const answering =
  (phone: Phone, time: { now: () => number }): Answering =>
  (method, path, body) => {
    vi.setSystemTime(time.now())
    const api = path.replace('/attempts', '/api/user-test-progresses')
    return callApi(method, api, phone.jwt, body)
  }

let requests = 0
/** What requests leave to be done after their answers: openings are noted together. */
let afterwards: Promise<void>[] = []
async function allIsDone() {
  await Promise.all(afterwards)
  afterwards = []
}

async function callApi(method: string, path: string, jwt: string, body?: object | string) {
  requests += 1
  const text = typeof body === 'object' ? JSON.stringify(body) : (body ?? null)
  const context = createExecutionContext()
  const response = await productApi.fetch(
    new Request(`http://product-api${path}`, {
      method,
      headers: {
        ...{ 'content-type': 'application/json', authorization: `Bearer ${jwt}` },
        'content-length': String(text?.length ?? 0),
      },
      body: text,
    }),
    settings,
    context,
  )
  afterwards.push(waitOnExecutionContext(context))
  return response
}

async function downloadSealed(): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await callApi('GET', `/api/live-mocks/${slug}/sealed`, '')
  return fromBase64(await answer.text())
}

function expectNoSecret(text: string, code: string) {
  for (const secret of [...secretWords, code]) expect(text).not.toContain(secret)
}

async function ownResult({ jwt }: Phone) {
  const answer = await callApi('GET', `/api/live-mocks/${slug}/result`, jwt)
  const { data } = await answer.json<{ data: { own: Record<string, unknown> } }>()
  const { standing, score, all, inExam, inState } = data.own
  return { standing, score, all, inExam, inState }
}

// The independent computation: from what each reader tapped, in quarters of a mark, by counting.

const quartersOf = ({ answers }: Phone) =>
  [...answers].reduce((sum, [index, option]) => sum + (option === index % 4 ? 4 : -1), 0)

function textOf(quarters: number) {
  const divisor = quarters % 4 === 0 ? 4 : quarters % 2 === 0 ? 2 : 1
  return divisor === 4 ? String(quarters / 4) : `${quarters / divisor}/${4 / divisor}`
}

function expected(phone: Phone, ranked: readonly Phone[]) {
  if (phone.connection === 'absent')
    return { standing: 'absent', score: null, all: null, inExam: null, inState: null }
  const isLate = phone.connection === 'after-results'
  const own = quartersOf(phone)
  const place = (others: readonly Phone[]) => {
    const scores = [...others.map(quartersOf), ...(isLate ? [own] : [])]
    const atMost = scores.filter((score) => score <= own).length
    return {
      rank: 1 + scores.filter((score) => score > own).length,
      tied: scores.filter((score) => score === own).length - 1,
      of: scores.length,
      percentile: ((100 * atMost) / scores.length).toFixed(5),
    }
  }
  return {
    ...{ standing: isLate ? 'late' : 'ranked', score: textOf(own), all: place(ranked) },
    inExam: place(ranked.filter(({ exam }) => exam === phone.exam)),
    inState:
      phone.state === null ? null : place(ranked.filter(({ state }) => state === phone.state)),
  }
}

/** What a participant costs, for docs/live-mocks.md. */
async function tellCost(phones: readonly Phone[]) {
  const [sizes] = (await selectRows(
    `SELECT (SELECT sealed_bytes FROM live_mocks WHERE slug = '${slug}') AS sealed,
       (SELECT count(*) FROM live_entries WHERE slug = '${slug}') AS entries`,
  )) as [{ sealed: number; entries: number }]
  expect(sizes.entries).toBe(phones.length)
  console.log(
    JSON.stringify({ phones: phones.length, ...sizes, requestsEach: requests / phones.length }),
  )
}
