import { beforeAll, describe, expect, it, vi } from 'vitest'
import { simulateGateways } from '../emulators/identity.ts'
import {
  attemptsPath,
  fullPaper,
  keysOf,
  newGuest,
  newWriter,
  selectRows,
  shortPaper,
  type TestTaker,
} from '../support/attempts.ts'

beforeAll(simulateGateways)
// These tests answer whole papers; CI machines may be slow.
vi.setConfig({ testTimeout: 30_000 })

/** The beginnings of all explanations, as JSON text. */
const explanationsInJson = async () =>
  (await selectRows('SELECT text FROM explanations')).map(({ text }) =>
    JSON.stringify(text).slice(1, 60),
  )

/** The answers to every request that is possible before the submission, as text. */
async function everyAnswer(who: TestTaker, mode: 'exam' | 'practice'): Promise<string[]> {
  const started = await who.start({ test: fullPaper, mode })
  const { id, carryKey } = started.data
  const keys = await keysOf(fullPaper)
  const write = newWriter()
  const answers = [...keys].map(([question, option]) => write({ question, option }))
  const get = (path: string) => who.request('GET', path)
  return [
    started,
    await who.start({ id }),
    await who.read(id),
    await get(`${attemptsPath}/${id}/paper`),
    await who.send(id, answers),
    await who.send(id, answers, { carryKey }),
    await who.send(id, [{ odd: true }, write({ question: 'elsewhere', option: 1 })]),
    await who.eventsAfter(id),
    await get(attemptsPath),
    await get(`${attemptsPath}?populate=*`),
    await get(`${attemptsPath}/${id}/result`),
    await who.explanations(id),
    await who.explanations(id, [...keys.keys()][0]),
    await get(`/api/practice-tests?filters[slug][$eq]=${fullPaper}&populate=*`),
  ].map(({ text }) => text)
}

describe('before the submission', () => {
  it.each(['exam', 'practice'] as const)(
    'no answer about an attempt in mode %s contains a key or an explanation',
    { timeout: 20_000 },
    async (mode) => {
      const texts = await explanationsInJson()
      expect(texts.length).toBeGreaterThan(200)
      for (const answer of await everyAnswer(await newGuest(), mode)) {
        expect(answer).not.toMatch(/"(accepted|correct|key|keys|outcome)[^"]*":/i)
        expect(texts.filter((text) => answer.includes(text))).toEqual([])
      }
    },
  )

  it('refuses explanations and reveals in exam mode', async () => {
    const guest = await newGuest()
    const { data } = await guest.start()
    const [question = ''] = (await keysOf(shortPaper)).keys()
    for (const answer of [
      await guest.explanations(data.id),
      await guest.explanations(data.id, question),
      await guest.reveal(data.id, question),
    ])
      expect([answer.status, answer.error?.name]).toEqual([403, 'NotSubmitted'])
  })

  it('stores events that are sent with a refused reveal', async () => {
    const guest = await newGuest()
    const { data } = await guest.start()
    const [question = ''] = (await keysOf(shortPaper)).keys()
    await guest.reveal(data.id, question, [newWriter()({ question, option: 1 })])
    expect((await guest.read(data.id)).data.answered).toBe(1)
  })
})

describe('in practice mode', () => {
  it('reveals the key and explanation of one question and makes its answer final', async () => {
    const guest = await newGuest()
    const { data } = await guest.start({ mode: 'practice' })
    const [[question, key] = ['', 0], [other] = ['']] = await keysOf(shortPaper)
    const write = newWriter()
    const shown = await guest.reveal(data.id, question, [
      write({ question, option: (key + 1) % 4 }),
    ])
    expect(shown.status).toBe(200)
    expect(shown.data).toEqual({
      ...{ question, accepted: [key], outcome: 'wrong', cancelled: null },
      explanation: { locale: 'kn', text: expect.stringMatching(/\p{Script=Kannada}/u) },
    })
    await guest.send(data.id, [{ ...write({ question, option: key }), tick: 50 }])
    expect((await guest.reveal(data.id, question)).data.outcome).toBe('wrong')
    expect((await guest.eventsAfter(data.id)).data.events.map(({ kind }) => kind)).toEqual([
      ...['save', 'reveal'],
    ])
    const opened = await guest.explanations(data.id)
    expect(opened.data.map(({ id }) => id)).toEqual([question])
    expect((await guest.explanations(data.id, other)).status).toBe(403)
    expect((await guest.explanations(data.id, 'of-no-paper')).status).toBe(404)
    expect((await guest.submit(data.id)).data.score).toBe('-5/2')
  })

  it('adds no reveal event if the device has already written one', async () => {
    const guest = await newGuest()
    const { data } = await guest.start({ mode: 'practice' })
    const [[question, key] = ['', 0]] = await keysOf(shortPaper)
    const write = newWriter()
    const events = [write({ question, option: key }), write({ question, kind: 'reveal' })]
    expect((await guest.reveal(data.id, question, events)).data.outcome).toBe('right')
    expect((await guest.eventsAfter(data.id)).data.events).toEqual(events)
  })

  it('adds one reveal event for concurrent reveals of a question', async () => {
    const guest = await newGuest()
    const { data } = await guest.start({ mode: 'practice' })
    const questions = [...(await keysOf(shortPaper)).keys()].slice(0, 3)
    await Promise.all(
      [...questions, ...questions].map((question) => guest.reveal(data.id, question)),
    )
    const { events } = (await guest.eventsAfter(data.id)).data
    expect(events.map(({ question }) => question).sort()).toEqual([...questions].sort())
    expect(new Set(events.map(({ tick }) => tick)).size).toBe(3)
  })
})

describe('after the submission', () => {
  it('returns every key and explanation, in the requested language', async () => {
    const guest = await newGuest()
    const { data } = await guest.start()
    await guest.submit(data.id)
    const keys = await keysOf(shortPaper)
    const { status, data: opened } = await guest.explanations(data.id)
    expect(status).toBe(200)
    expect(opened.map(({ id, accepted }) => [id, accepted])).toEqual(
      [...keys].map(([id, key]) => [id, [key]]),
    )
    for (const { explanation } of opened) expect(explanation?.locale).toBe('kn')
    const [question = ''] = keys.keys()
    expect((await guest.explanations(data.id, question)).data).toEqual([opened[0]])
    const telugu = await guest.request<typeof opened>(
      'GET',
      `/api/practice-tests/get-explanation?attempt=${data.id}&locale=te`,
    )
    expect(telugu.data[0]?.explanation?.locale).toBe('en')
  })
})
