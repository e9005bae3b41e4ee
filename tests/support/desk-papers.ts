import { rows, type SignedIn } from './desk.ts'

// Papers as the desk's forms send them.

export const paperFields = (changes: Record<string, string> = {}): Record<string, string> => ({
  exam: 'pdo-paper-2',
  'language.kn': 'on',
  ...{ kind: 'model-paper', minutes: '10', right: '1', wrong: '1/4', blank: '0' },
  ...{ access: 'free', position: '9', source: "Abhyasa's own questions", year: '' },
  'title.kn': 'ಪಂಚಾಯತ್ ರಾಜ್ ಪರೀಕ್ಷೆ',
  'about.kn': 'ಗ್ರಾಮ ಪಂಚಾಯಿತಿಯ ಬಗ್ಗೆ ಎರಡು ಪ್ರಶ್ನೆಗಳು.',
  ...changes,
})

/** Begins a paper -> its slug. */
export async function begun({ browser }: SignedIn, changes: Record<string, string> = {}) {
  const answer = await browser.post('/papers', paperFields(changes))
  if (answer.status !== 303) throw new Error(`a new paper answered ${answer.status}`)
  return (answer.headers.get('location') ?? '').replace('/papers/', '')
}

const subjects = ['ಸಭೆಯ', 'ಪಂಚಾಯಿತಿಯ', 'ಜಿಲ್ಲೆಯ', 'ತಾಲ್ಲೂಕಿನ', 'ವಾರ್ಡಿನ', 'ನಗರದ', 'ಊರಿನ', 'ನಾಡಿನ']

export const questionForm = (
  nth: number,
  changes: Record<string, string> = {},
): Record<string, string> => ({
  'stem.kn': `${subjects[nth % subjects.length]} ಅಧ್ಯಕ್ಷರ ಅವಧಿ ಎಷ್ಟು ವರ್ಷ? (${nth})`,
  ...{ 'option.0.kn': '2', 'option.1.kn': '3', 'option.2.kn': '5', 'option.3.kn': '6' },
  correct: '2',
  'why.kn': `ಅಧ್ಯಕ್ಷರ ಅವಧಿ 5 ವರ್ಷ (${nth}).`,
  'topic.panchayat-raj': 'on',
  only: '',
  ...changes,
})

export const paperRow = async (slug: string) =>
  (await rows('SELECT * FROM desk_papers WHERE slug = ?', slug))[0]
export const versionNow = async (slug: string) => String((await paperRow(slug))?.version)

/** Adds an empty question -> its address. */
export async function added({ browser }: SignedIn, slug: string): Promise<string> {
  const answer = await browser.post(`/papers/${slug}/add`, {
    do: 'question',
    version: await versionNow(slug),
  })
  return answer.headers.get('location') ?? ''
}

/** Adds a question and saves it -> its address. */
export async function written(
  person: SignedIn,
  slug: string,
  nth: number,
  changes: Record<string, string> = {},
): Promise<string> {
  const path = await added(person, slug)
  const version = await versionNow(slug)
  await person.browser.post(path, { ...questionForm(nth, changes), version, do: 'save' })
  return path
}

/** Sends a paper for its second reading, with its head as it is. */
export const sent = async ({ browser }: SignedIn, slug: string) =>
  browser.post(`/papers/${slug}`, { do: 'send', version: await versionNow(slug) })

/** A paper with so many complete questions that waits for its second reading -> its slug. */
export async function inReview(author: SignedIn, questions = 2): Promise<string> {
  const slug = await begun(author)
  for (let nth = 0; nth < questions; nth++) await written(author, slug, nth)
  const answer = await sent(author, slug)
  if (answer.status !== 303) throw new Error(`sending answered ${answer.status}`)
  return slug
}

/** The digest of the question that the second reading shows, or ''. */
export const shownDigest = (page: string) =>
  /action="[^"]*\/read"[^]*?name="digest" value="([^"]+)"/.exec(page)?.[1] ?? ''

/** Answers every question that waits for a reader. `chosen`: by the question's number from 0. */
export async function answered(
  { browser }: SignedIn,
  slug: string,
  chosen: (nth: number) => string = () => '2',
) {
  for (let nth = 0; nth < 30; nth++) {
    const digest = shownDigest(await browser.text(`/papers/${slug}/read`))
    if (digest === '') return nth
    await browser.post(`/papers/${slug}/read`, { digest, chosen: chosen(nth), remark: '' })
  }
  throw new Error('the second reading does not end')
}

export const approvedPaper = async (
  { browser }: SignedIn,
  slug: string,
  fields: Record<string, string> = {},
) =>
  browser.post(`/papers/${slug}/approve`, {
    version: await versionNow(slug),
    ...{ publishDay: '2026-01-01', publishTime: '06:00' },
    ...fields,
  })
