import { readAttempt } from '../../product-api/attempts/read-attempt.ts'
import { readEntries } from '../../product-api/attempts/stored-journal.ts'
import type { JournalEvent } from '../../domain/attempt/journal.ts'
import { call, registerMember } from '../emulators/identity.ts'
import { database } from './product-api.ts'
import { selectOwnRows, storesOf } from './readers.ts'

// Aspirants who take tests through the HTTP interface of the product API.

export const attemptsPath = '/api/user-test-progresses'

/** 100 questions in six sections, in Kannada and English, with a fifth circle per question. */
export const fullPaper = 'vao-paper-1-full-1'
/** Ten questions; the same marks. */
export const shortPaper = 'vao-paper-1-model-paper-2'
/** Ten questions; a blank answer costs nothing. */
export const paperWithoutBlankPenalty = 'vao-paper-1-2024-pattern-1'
export const premiumPaper = 'pdo-model-paper-1'

export type Attempt = {
  id: string
  test: string
  status: string
  startedAt: string
  endsAt: string | null
  submittedAt: string | null
  version: number
  answered: number
  lastTick: number
  score: string | null
  maximum: string | null
  carryKey: string
  provisionalUntil: string | null
  formPaper: string | null
} & Record<string, unknown>

export type Paper = {
  questions: {
    id: string
    section: string | null
    wording: string
    optionCount: number
    texts: Record<string, { stem: string; options: string[]; alt: string | null }>
  }[]
  sections: { slug: string; minutes: number | null }[]
} & Record<string, unknown>

type Answer<Data> = { status: number; data: Data; error: ApiError | undefined; text: string }
type ApiError = { name: string; message: string; details: Record<string, unknown> }

/** The calls of a test taker with an access token, or without one. */
export function testTaker(jwt: string | undefined) {
  async function request<Data>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer<Data>> {
    const answer = await call(method, path, {
      ...(jwt !== undefined && { jwt }),
      ...(body !== undefined && { body }),
    })
    const { data, error } = answer.body as unknown as { data: Data; error?: ApiError }
    return { status: answer.status, data, error, text: JSON.stringify(answer.body) }
  }
  return {
    jwt,
    request,
    start: (more: Record<string, unknown> = {}) =>
      request<Attempt>('POST', attemptsPath, {
        data: { id: crypto.randomUUID(), test: shortPaper, mode: 'exam', locale: 'kn', ...more },
      }),
    read: (id: string) => request<Attempt>('GET', `${attemptsPath}/${id}`),
    paper: async (id: string) => (await request<Paper>('GET', `${attemptsPath}/${id}/paper`)).data,
    send: (id: string, events: unknown, more: Record<string, unknown> = {}) =>
      request<Delivered>('POST', `${attemptsPath}/${id}/events`, { events, ...more }),
    eventsAfter: (id: string, after = 0) =>
      request<Delivered>('GET', `${attemptsPath}/${id}/events?after=${after}`),
    submit: (id: string, more: Record<string, unknown> = {}) =>
      request<Attempt>('POST', `${attemptsPath}/${id}/submit`, more),
    reveal: (id: string, question: string, events: unknown[] = []) =>
      request<Revealed>('POST', `${attemptsPath}/${id}/reveal`, { question, events }),
    explanations: (attempt: string, id?: string) =>
      request<Explained[]>(
        'GET',
        `/api/practice-tests/get-explanation?${new URLSearchParams({
          ...{ attempt, locale: 'kn' },
          ...(id !== undefined && { id }),
        }).toString()}`,
      ),
  }
}
export type TestTaker = ReturnType<typeof testTaker>

type Delivered = {
  results: { stored: string; id: string; at: number; isReplaced?: boolean; reason?: string }[]
  acknowledged: string[]
  apart: { id: string; standing: string }[]
  events: JournalEvent[]
  next: number
  attempt: Attempt
}
type Explained = {
  id: string
  accepted: number[]
  explanation: { locale: string; text: string } | null
}
type Revealed = Omit<Explained, 'id'> & { question: string; outcome: string }

export async function newGuest(): Promise<TestTaker & { guestId: string }> {
  const { body } = await call('GET', '/api/guest/token')
  return { ...testTaker(body.jwt), guestId: String(body.guestId) }
}

export async function newMember(): Promise<TestTaker & { userId: number }> {
  const { jwt, user } = await registerMember()
  return { ...testTaker(jwt), userId: user.id }
}

export const visitor = testTaker(undefined)

/** A writer of events, as every page load is one. It numbers its events from 1. */
export function newWriter(name = crypto.randomUUID().slice(0, 13), at = () => Date.now()) {
  let tick = 0
  return (event: Partial<JournalEvent>): JournalEvent => ({
    ...{ writer: name, tick: (tick += 1), at: at(), kind: 'save' },
    ...{ question: null, option: null, locale: 'kn', spentMs: 1000, device: null, ...event },
  })
}

/** The keys of a test as they are now: documentId -> index. */
export async function keysOf(slug: string): Promise<Map<string, number>> {
  const { results } = await database()
    .prepare(
      `SELECT q.document_id AS id, k.correct_option AS key
       FROM practice_tests p
       JOIN test_questions tq ON tq.test_id = p.id
       JOIN questions q ON q.id = tq.question_id
       JOIN answer_keys k ON k.question_id = q.id
       WHERE p.slug = ? ORDER BY tq.position`,
    )
    .bind(slug)
    .all<{ id: string; key: number }>()
  return new Map(results.map(({ id, key }) => [id, key]))
}

/** Moves the start of an attempt so far into the past that it took its time, as an earnest one. */
export const startedEarlier = (id: string, seconds = 480) =>
  selectOwnRows(
    id,
    `UPDATE attempts SET started_at = strftime('%Y-%m-%dT%H:%M:%fZ', started_at, ?1) WHERE id = ?2`,
    ...[`-${seconds} seconds`, id],
  )

/** The rows that a statement returns. */
export const selectRows = async (sql: string, ...values: (string | number)[]) =>
  (
    await database()
      .prepare(sql)
      .bind(...values)
      .all()
  ).results

/** The entries that an attempt's journal has, in the order of arrival. */
export async function entriesOf(id: string) {
  const stores = await storesOf(id)
  const row = await readAttempt(stores.own, id)
  return row ? readEntries(stores, row) : []
}
