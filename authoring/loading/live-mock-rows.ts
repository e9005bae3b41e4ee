import { codeOf } from '../../domain/live-mock/opening-code.ts'
import { keyOfCode, sealedDigestOf, sealPaper, toBase64 } from '../../domain/live-mock/seal.ts'
import { ivBytes, saltBytes, type SealedQuestion } from '../../domain/live-mock/sealed-paper.ts'
import type { LiveMockDraft } from '../draft.ts'
import { stagePaper, type Figure, type StagedContent } from './content-rows.ts'
import { sealSource } from './sealed-source.ts'

/** A live mock, ready to be loaded. Its questions are encrypted when it is loaded, by a new code
 *  each time: a changed file makes the phones download the paper again. `source`: its file, which
 *  is encrypted too. Cost when loaded: half a second. Errors: throws on a figure, which the content
 *  checks report. */
export function stageLiveMock(draft: LiveMockDraft, now: string, source = ''): StagedContent {
  const paper = stagePaper(draft.paper, now, noFigure)
  const questions = sealedQuestions(paper)
  const plain: object = {
    ...(paper.parts[0]?.json as object),
    head: headOf(draft),
    exams: draft.exams,
    bellAt: draft.bellAt,
    latestMinutes: draft.latestMinutes,
    resultsAt: draft.resultsAt,
    answerKeys: Object.fromEntries<unknown>(
      (paper.questions ?? []).map(({ documentId, correct }) => [String(documentId), correct]),
    ),
  }
  const documents: StagedContent['documents'] = [{ kind: 'live-mock', slug: draft.paper.slug }]
  return {
    ...{ script: 'live-mock', parts: [], documents },
    async complete() {
      const file = source === '' ? null : await sealSource(source)
      const json = { ...plain, file, ...(await seal(questions)) }
      return { script: 'live-mock', parts: [{ part: 'live-mock', json }], documents }
    },
  }
}

const noFigure = (file: string): Figure => {
  throw new Error(`a live mock names the figure ${file}`)
}

async function seal(questions: readonly SealedQuestion[]) {
  const code = randomCode()
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const key = await keyOfCode(code, salt)
  const bytes = await sealPaper({ questions }, key, salt, iv)
  return {
    ...{ code, paperKey: toBase64(key), sealed: toBase64(bytes) },
    ...{ sealedBytes: bytes.length, sealedDigest: await sealedDigestOf(bytes) },
  }
}

function randomCode(): string {
  const range = 10n ** 15n
  const drawn = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n
  // The last, incomplete range would make some codes likelier.
  if (drawn >= (2n ** 64n / range) * range) return randomCode()
  return codeOf(String(drawn % range).padStart(15, '0'))
}

/** The questions as paper_versions has them (product-api/papers/snapshot-sql.ts). */
const sealedQuestions = ({ questions = [] }: StagedContent): SealedQuestion[] =>
  questions.map((question) => {
    const { documentId, section, topics, texts } = question as unknown as QuestionJson
    return {
      ...{ id: documentId, section, topics: [...new Set(topics)], figure: null },
      optionCount: Math.max(...texts.map(({ options }) => options.length)),
      texts: Object.fromEntries(
        texts.map(({ locale, stem, options }) => [locale, { stem, options, alt: null }]),
      ),
    }
  })

type QuestionJson = {
  documentId: string
  section: string | null
  topics: string[]
  texts: { locale: string; stem: string; options: string[] }[]
}

/** PaperHead of product-api/papers, as snapshot-sql.ts makes it. live-mock.sql sets the state. */
const headOf = ({ paper }: LiveMockDraft) => ({
  ...{ slug: paper.slug, exam: paper.exam, state: '' },
  ...{ kind: paper.kind, year: paper.year, titles: paper.title, languages: paper.languages },
  minutes: paper.minutes,
  marks: { right: paper.right, wrong: paper.wrong, blank: paper.blank },
  qualifying: paper.qualifying,
  sections: paper.sections.map(({ slug, name, minutes }) => ({ slug, names: name, minutes })),
  questionCount: paper.questions.length,
})
