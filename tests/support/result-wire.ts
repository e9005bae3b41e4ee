import type { Wire } from './site.ts'

export const attemptId = '0a1b2c3d-0000-4000-8000-000000000001'

/** An attempt as the product API returns it. */
export const attemptRow = (row: Record<string, unknown> = {}) => ({
  id: attemptId,
  documentId: attemptId,
  test: 'vao-model-1',
  exam: 'vao-paper-1',
  state: 'karnataka',
  title: { kn: 'ವಿಎಒ ಮಾದರಿ 1', en: 'VAO model 1' },
  mode: 'exam',
  status: 'submitted',
  locale: 'kn',
  rightBy: 'free',
  extraTime: false,
  startedAt: '2026-11-20T05:00:00.000Z',
  endsAt: '2026-11-20T07:00:00.000Z',
  graceSeconds: 120,
  now: '2026-11-21T05:00:00.000Z',
  sectionEnds: [],
  submittedAt: '2026-11-20T06:30:00.000Z',
  submittedBy: 'reader',
  version: 1,
  questionCount: 4,
  answered: 3,
  score: '145/2',
  maximum: '100',
  carryKey: 'key',
  lastTick: 9,
  ...row,
})

const question = (row: Record<string, unknown>) => ({
  section: 'history',
  chosen: null,
  accepted: [0],
  outcome: 'blank',
  marks: '-1/4',
  spentMs: 0,
  isMarked: false,
  unsaved: null,
  locale: 'kn',
  ruling: null,
  ...row,
})

/** A result of four questions: right, wrong within 4 s, blank after an unsaved choice,
 *  cancelled. */
export const resultData = (data: Record<string, unknown> = {}) => ({
  attempt: attemptRow(),
  score: '145/2',
  maximum: '100',
  counts: { right: 80, wrong: 35, blank: 4, notAnswered: 1, awarded: 1, void: 0 },
  arithmetic: [
    { what: 'right', count: 80, each: '1', sum: '80' },
    { what: 'wrong', count: 35, each: '-1/4', sum: '-35/4' },
    { what: 'blank', count: 1, each: '-1/4', sum: '-1/4' },
    { what: 'awarded', count: 1, each: '1', sum: '1' },
  ],
  sections: [
    {
      ...{ slug: 'history', names: { kn: 'ಇತಿಹಾಸ', en: 'History' }, spentMs: 60_000 },
      ...{ right: 40, wrong: 20, blank: 0, notAnswered: 0, awarded: 0, void: 0 },
      ...{ score: '35', maximum: '60' },
    },
    {
      ...{ slug: 'maths', names: { kn: 'ಗಣಿತ', en: 'Mathematics' }, spentMs: 90_000 },
      ...{ right: 40, wrong: 15, blank: 4, notAnswered: 1, awarded: 1, void: 0 },
      ...{ score: '75/2', maximum: '40' },
    },
  ],
  topics: [
    {
      ...{ slug: 'fractions', name: 'Fractions', locale: 'en', right: 1 },
      ...{ wrong: 5, blank: 1, total: 7 },
    },
    { slug: 'kings', name: 'Kings', locale: 'en', right: 9, wrong: 1, blank: 0, total: 10 },
  ],
  questions: [
    question({ id: 'q1', number: 1, chosen: 0, outcome: 'right', marks: '1', spentMs: 30_000 }),
    question({
      ...{ id: 'q2', number: 2, chosen: 2, accepted: [1], outcome: 'wrong', spentMs: 4000 },
    }),
    question({ id: 'q3', number: 3, section: 'maths', accepted: [3], unsaved: 3, spentMs: 9000 }),
    question({
      ...{ id: 'q4', number: 4, section: 'maths', accepted: [], outcome: 'awarded', marks: '1' },
      ruling: { kind: 'cancel', award: 'all', reason: 'Two options are the same.' },
    }),
  ],
  guesses: { wrong: 35, lost: '35/4', withoutThem: '325/4' },
  qualifying: null,
  comparison: { count: 63, below: 40 },
  notCompared: null,
  changes: [],
  apart: [],
  trend: [],
  wrong: ['q2'],
  ...data,
})

const questionText = (stem: string) => ({
  stem,
  options: [`${stem}-A`, `${stem}-B`, `${stem}-C`, `${stem}-D`],
  alt: null,
})

/** The paper version of that result; its last question is only in Kannada. */
export const paperData = (data: Record<string, unknown> = {}) => ({
  slug: 'vao-model-1',
  exam: 'vao-paper-1',
  state: 'karnataka',
  kind: 'model-paper',
  year: null,
  titles: { kn: 'ವಿಎಒ ಮಾದರಿ 1', en: 'VAO model 1' },
  languages: ['kn', 'en'],
  minutes: 120,
  marks: { right: '1', wrong: '1/4', blank: '1/4' },
  qualifying: null,
  sections: [
    { slug: 'history', names: { kn: 'ಇತಿಹಾಸ', en: 'History' }, minutes: null },
    { slug: 'maths', names: { kn: 'ಗಣಿತ', en: 'Mathematics' }, minutes: null },
  ],
  questions: ['q1', 'q2', 'q3', 'q4'].map((id, index) => ({
    id,
    section: index < 2 ? 'history' : 'maths',
    topics: [],
    figure: null,
    wording: 'w',
    optionCount: 4,
    texts: {
      kn: questionText(`ಪ್ರಶ್ನೆ-${index + 1}`),
      ...(id !== 'q4' && { en: questionText(`stem-${index + 1}`) }),
    },
  })),
  ...data,
})

export const explanationRows = (locale: string) => ({
  data: ['q1', 'q2', 'q3', 'q4'].map((id) => ({
    id,
    accepted: [0],
    explanation: { locale, text: `why-${id}-${locale}` },
  })),
})

const path = `/api/user-test-progresses/${attemptId}`

/** The product API's responses about that attempt. */
export const resultWire = ({ result = {}, paper = {}, reports = [] as object[] } = {}): Wire => ({
  [`${path}/result`]: { data: resultData(result) },
  [`${path}/paper`]: { data: paperData(paper) },
  '/api/practice-tests/get-explanation': (request) =>
    Response.json(explanationRows(new URL(request.url).searchParams.get('locale') ?? '')),
  '/api/question-reports': { data: reports },
})

/** A report as the product API returns it to its author. */
export const reportRow = (row: Record<string, unknown> = {}) => ({
  id: 1,
  documentId: 'report-1',
  question: 'q2',
  state: 'karnataka',
  exam: 'vao-paper-1',
  test: 'vao-model-1',
  number: 2,
  locale: 'en',
  reason: 'key',
  message: '',
  status: 'open',
  outcome: null,
  ruling: null,
  createdAt: '2026-11-20T07:00:00.000Z',
  updatedAt: '2026-11-20T07:00:00.000Z',
  closedAt: null,
  ...row,
})
