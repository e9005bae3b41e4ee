import type { JournalEvent } from '../../domain/attempt/journal.ts'
import { startAttempt } from './attacks.ts'
import { createFloodClient, formBody, jsonBody, withCookies, type FloodClient } from './request.ts'

const pages = [
  ...['/', '/vao', '/vao-paper-1', '/en/vao-paper-1', '/ap-pet', '/flash-cards'],
  ...['/vao-paper-1/model-paper', '/karnataka/vao-paper-1/vao-paper-1-full-1', '/search?q=grama'],
  ...['/current-affairs', '/en/privacy-policy', '/login'],
]
const meanPauseMs = 5000
/** More than a phone waits. */
const maxTries = 4

export type Measured = {
  kind: 'page' | 'answers' | 'sign-in'
  ms: number
  /** What was wrong, or null. */
  error: string | null
}

export type ReadersResult = {
  measured: Measured[]
  answers: number
  lostAnswers: number
}

/** Readers who open pages and participants who take an exam, until `seconds` have passed. Half of
 *  them share one address, as phones of a school do. `smsCodeOf`: the code that was sent to a
 *  phone. */
export async function runReaders(
  port: number,
  { readers, exams, seconds }: { readers: number; exams: number; seconds: number },
  smsCodeOf: (phone: string) => string | undefined,
): Promise<ReadersResult> {
  const client = createFloodClient(port, 200)
  // A Worker that has just started renders every page for the first time: not what is measured.
  for (const path of pages) await client({ path, address: schoolAddress })
  const questions = await questionIds(client)
  const endsAt = performance.now() + seconds * 1000
  const measured: Measured[] = []
  const results = await Promise.all([
    ...Array.from({ length: readers }, (_, index) =>
      readPages(client, addressOf(index), endsAt, measured),
    ),
    ...Array.from({ length: exams }, (_, index) =>
      takeExam(withCookies(client), addressOf(index), index, questions, endsAt, measured),
    ),
    signInsByCode(client, endsAt, measured, smsCodeOf),
  ])
  const counts = results.filter((result) => result !== undefined)
  return {
    measured,
    answers: counts.reduce((sum, { answers }) => sum + answers, 0),
    lostAnswers: counts.reduce((sum, { lost }) => sum + lost, 0),
  }
}

const schoolAddress = '203.0.113.77'
const addressOf = (index: number) => (index % 2 === 0 ? schoolAddress : `192.0.2.${index + 1}`)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const anyPause = () => pause(meanPauseMs * (0.5 + Math.random()))

async function readPages(
  client: FloodClient,
  address: string,
  endsAt: number,
  measured: Measured[],
) {
  await pause(Math.random() * meanPauseMs)
  while (performance.now() < endsAt) {
    const path = pages[Math.floor(Math.random() * pages.length)]!
    const { status, ms, text } = await client({ path, address })
    const isWhole = text.includes('</html>')
    const error = status === 200 && isWhole ? null : `${path}: ${status}`
    measured.push({ kind: 'page', ms, error })
    await anyPause()
  }
  return undefined
}

async function takeExam(
  client: FloodClient,
  address: string,
  index: number,
  questions: readonly string[],
  endsAt: number,
  measured: Measured[],
) {
  await pause(Math.random() * meanPauseMs)
  const attempt = await startAttempt(client, address).catch((error: unknown) => String(error))
  if (!attempt.startsWith('/')) {
    measured.push({ kind: 'answers', ms: 0, error: attempt })
    return { answers: 0, lost: 0 }
  }
  const writer = `flood-exam-${String(index).padStart(6, '0')}`
  const sent: JournalEvent[] = []
  const deliver = async (events: readonly JournalEvent[]) => {
    // As the client does: what is not acknowledged is sent again.
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const body = jsonBody({ events, after: 0 })
      const path = `${attempt}/events`
      const { status, ms } = await client({ method: 'POST', path, address, ...body })
      measured.push({ kind: 'answers', ms, error: status === 200 ? null : `events: ${status}` })
      if (status === 200) return
      await pause(2000)
    }
  }
  while (performance.now() < endsAt) {
    const events = nextEvents(writer, sent.length, questions)
    sent.push(...events)
    await deliver(events)
    await anyPause()
  }
  return { answers: sent.length, lost: await countLost(client, attempt, address, sent) }
}

async function questionIds(client: FloodClient): Promise<string[]> {
  const query = new URLSearchParams({
    'filters[slug][$eq]': 'vao-paper-1-full-1',
    'populate[questions][populate]': 'options',
    locale: 'en',
  })
  const path = `/api/practice-tests?${query}`
  let { status, text } = await client({ path, address: schoolAddress })
  for (let tries = 1; status !== 200; tries += 1) {
    if (tries === 20) throw new Error(`The questions were not answered: ${status}`)
    await pause(1000)
    ;({ status, text } = await client({ path, address: schoolAddress }))
  }
  const { data } = JSON.parse(text) as { data: { questions: { documentId: string }[] }[] }
  return data[0]?.questions.map(({ documentId }) => documentId) ?? []
}

/** An answer to a question: seen, chosen, saved. */
function nextEvents(writer: string, count: number, questions: readonly string[]): JournalEvent[] {
  const question = questions[Math.floor(Math.random() * questions.length)] ?? null
  const option = Math.floor(Math.random() * 4)
  const common = { writer, at: Date.now(), question, locale: 'kn', spentMs: 2000 } as const
  return [
    { ...common, tick: count + 1, kind: 'visit', option: null },
    { ...common, tick: count + 2, kind: 'choose', option },
    { ...common, tick: count + 3, kind: 'save', option },
  ]
}

async function countLost(
  client: FloodClient,
  attempt: string,
  address: string,
  sent: readonly JournalEvent[],
): Promise<number> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const stored = new Set<string>()
    for (let after = 0; ;) {
      const { status, text } = await client({ path: `${attempt}/events?after=${after}`, address })
      if (status !== 200) break
      const { data } = JSON.parse(text) as { data: { events: JournalEvent[]; next: number } }
      for (const { writer, tick } of data.events) stored.add(`${writer} ${tick}`)
      if (data.events.length === 0 || data.next === after)
        return sent.filter(({ writer, tick }) => !stored.has(`${writer} ${tick}`)).length
      after = data.next
    }
    await pause(2000)
  }
  return sent.length
}

/** Every four seconds another phone signs in by a one-time code: one in thirty from the school,
 *  whose address may send 30 codes in half an hour, the others each from a network of its own. */
async function signInsByCode(
  client: FloodClient,
  endsAt: number,
  measured: Measured[],
  smsCodeOf: (phone: string) => string | undefined,
) {
  while (performance.now() < endsAt) {
    signIns += 1
    const own = withCookies(client)
    const phone = `97${String(10_000_000 + signIns)}`
    const address = signIns % 30 === 0 ? schoolAddress : `10.${signIns >> 8}.${signIns & 255}.9`
    const asked = await own({
      ...{ method: 'POST', path: '/login/phone', address },
      ...formBody({ phone }),
    })
    const otp = smsCodeOf(`+91${phone}`)
    const typed = await own({
      ...{ method: 'POST', path: '/login/code', address },
      ...formBody({ phone, otp: otp ?? '' }),
    })
    const isSignedIn = asked.status === 303 && typed.status === 303
    measured.push({
      kind: 'sign-in',
      ms: asked.ms + typed.ms,
      error: isSignedIn ? null : `sign-in: ${asked.status}, ${typed.status}`,
    })
    await pause(4000)
  }
  return undefined
}

/** Of all phases: a phone gets five codes in an hour. */
let signIns = 0
