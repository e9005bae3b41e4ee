import { origin, productApiAnswers, type Wire } from './site.ts'
import { newBrowser } from './reader.ts'

export const attemptId = '6f0c2b8e-8d6a-4c53-9d5f-0f2b7d3a1e44'
export const hall = `/attempts/${attemptId}`
export const testPage = '/karnataka/vao-paper-1/full-1'
export const instructions = `${testPage}/instructions`
export const attemptsApi = '/api/user-test-progresses'

const minuteMs = 60_000

/** An attempt as the product API returns it, started five minutes ago. */
export function attemptRow(row: Record<string, unknown> = {}) {
  const now = Date.now()
  const at = (ms: number) => new Date(now + ms).toISOString()
  return {
    id: attemptId,
    documentId: attemptId,
    test: 'full-1',
    exam: 'vao-paper-1',
    state: 'karnataka',
    title: { kn: 'ಪೂರ್ಣ ಪತ್ರಿಕೆ', en: 'Full paper' },
    mode: 'exam',
    status: 'running',
    locale: 'kn',
    rightBy: 'free',
    extraTime: false,
    startedAt: at(-5 * minuteMs),
    endsAt: at(115 * minuteMs),
    graceSeconds: 120,
    now: at(0),
    sectionEnds: [],
    submittedAt: null,
    submittedBy: null,
    version: 1,
    questionCount: 3,
    answered: 1,
    score: null,
    maximum: null,
    carryKey: '0123456789abcdef',
    lastTick: 7,
    ...row,
  }
}

const text = (stem: string, ...options: string[]) => ({ stem, options, alt: null })

const question = (id: string, texts: Record<string, ReturnType<typeof text>>) => ({
  ...{ id, section: 'history', topics: [], figure: null, wording: 'w', optionCount: 4 },
  texts,
})

/** The paper version of an attempt: one question in both languages, one only in Kannada, one whose
 *  options are the same in both. */
export const paperVersion = (row: Record<string, unknown> = {}) => ({
  slug: 'full-1',
  exam: 'vao-paper-1',
  state: 'karnataka',
  kind: 'model-paper',
  year: null,
  titles: { kn: 'ಪೂರ್ಣ ಪತ್ರಿಕೆ', en: 'Full paper' },
  languages: ['kn', 'en'],
  minutes: 120,
  marks: { right: '1', wrong: '1/4', blank: '1/4' },
  qualifying: null,
  sections: [{ slug: 'history', names: { kn: 'ಇತಿಹಾಸ', en: 'History' }, minutes: null }],
  questions: [
    question('qa', {
      kn: text('ರಾಜಧಾನಿ ಯಾವುದು?', 'ಬೆಂಗಳೂರು', 'ಮೈಸೂರು', 'ಹುಬ್ಬಳ್ಳಿ', 'ಬೀದರ್'),
      en: text('Which is the capital?', 'Bengaluru', 'Mysuru', 'Hubballi', 'Bidar'),
    }),
    question('qb', { kn: text('ಸಂಧಿ ಯಾವುದು?', 'ಲೋಪ', 'ಆಗಮ', 'ಆದೇಶ', 'ಗುಣ') }),
    question('qc', {
      kn: text('ಯಾವ ವರ್ಷ?', '1857', '1885', '1905', '1942'),
      en: text('Which year?', '1857', '1885', '1905', '1942'),
    }),
  ],
  ...row,
})

export const savedEvent = {
  writer: 'abcdefgh1234',
  tick: 7,
  at: Date.now(),
  kind: 'save',
  question: 'qa',
  option: 1,
  locale: 'kn',
  spentMs: 4000,
}

/** The product API's responses to the owner of this attempt. */
export const hallWire = ({
  attempt = {},
  paper = {},
}: { attempt?: Record<string, unknown>; paper?: Record<string, unknown> } = {}): Wire => ({
  [`${attemptsApi}/${attemptId}/paper`]: { data: paperVersion(paper) },
  [`${attemptsApi}/${attemptId}/submit`]: {
    data: attemptRow({ ...attempt, status: 'submitted', score: '1', maximum: '3' }),
  },
  [`${attemptsApi}/${attemptId}/events`]: {
    data: {
      acknowledged: [],
      apart: [],
      events: [savedEvent],
      next: 1,
      attempt: attemptRow(attempt),
    },
  },
})

let guests = 0

/** A browser with a guest session, and the requests that reach the product API from now on. */
export async function asGuest(wire: Wire = {}) {
  const browser = newBrowser()
  const token = `guest-token-${++guests}-${origin()}`
  productApiAnswers({ '/api/guest/token': { jwt: token, guestId: `g${guests}` } })
  await browser.go('/api/guest/token')
  return { browser, token, seen: productApiAnswers(wire) }
}

/** The bodies of the POST requests to a path of the product API. */
export const bodiesOf = async (seen: readonly Request[], path: string) =>
  Promise.all(
    seen
      .filter(({ url, method }) => method === 'POST' && new URL(url).pathname === path)
      .map((request) => request.clone().json<{ data: Record<string, unknown> }>()),
  )
