import { readLiveMock } from '../../authoring/text-format/live-mock.ts'
import type { LiveMockDraft } from '../../authoring/draft.ts'
import { clockInIndia, dayInIndia } from '../../domain/india-time.ts'

/** Distinctive words of the test paper's questions, options and explanations: none of them may be
 *  in any answer before the bell. */
export const secretWords = ['Zyxquestion', 'Zyxoption', 'ಝಡ್ಪ್ರಶ್ನೆ', 'ಝಡ್ಆಯ್ಕೆ', 'Zyxbecause']

export type TestLiveMock = {
  slug: string
  bell: Date
  minutes?: number
  results?: Date
  questions?: number
  latest?: number
}

/** A live mock as an operator writes it. The right option of question i is i mod 4. */
export const liveMockSource = ({
  slug,
  bell,
  minutes = 60,
  results = new Date(bell.getTime() + 150 * 60_000),
  questions = 10,
  latest = 30,
}: TestLiveMock) =>
  `paper: ${slug}
bell: ${momentText(bell)}
latest: ${latest}
results: ${momentText(results)}
exams: vao-paper-1, pdo-paper-1
exam: vao-paper-1
kind: grand-test
languages: kn en
minutes: ${minutes}
right: 1
wrong: 1/4
blank: 0
access: free
source: A test
checked: 2026-11-21
title kn: ಲೈವ್ ಪರೀಕ್ಷೆ
title en: Live test
about kn: ಪರೀಕ್ಷೆಯ ಬಗ್ಗೆ
about en: About the test

${Array.from({ length: questions }, (_, index) => questionSource(slug, index)).join('\n')}`

const momentText = (moment: Date) => `${dayInIndia(moment)} ${clockInIndia(moment)}`

const questionSource = (slug: string, index: number) => `--- ${slug}-${index}
topics: polity
kn: ಝಡ್ಪ್ರಶ್ನೆ ${index}
en: Zyxquestion ${index} of ${slug}
${[0, 1, 2, 3]
  .map((option) => `(${option === index % 4 ? '*' : ' '}) ಝಡ್ಆಯ್ಕೆ ${option} | Zyxoption ${option}`)
  .join('\n')}
why kn: ಏಕೆಂದರೆ ${index}
why en: Zyxbecause ${index}
`

export function draftOf(live: TestLiveMock): LiveMockDraft {
  const { liveMock, problems } = readLiveMock(`live-mocks/${live.slug}.txt`, liveMockSource(live))
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return liveMock
}
