import { env } from 'cloudflare:workers'
import { stagePaper } from '../../authoring/loading/content-rows.ts'
import { readPaper } from '../../authoring/text-format/paper.ts'
import { runStatements, type Statement } from '../../product-api/database.ts'
import { database } from './product-api.ts'

const files = JSON.parse((env as unknown as { TEST_CONTENT: string }).TEST_CONTENT) as Statement[][]

const stagingStatements = {
  paper: 'INSERT INTO staged_parts',
  questions: 'INSERT INTO staged_questions',
}

/** The statements that load a paper of the test content, as a template for other papers. */
const template = files.find((statements) =>
  statements.some(
    ({ text, values }) => text.startsWith(stagingStatements.paper) && values[1] === 'paper',
  ),
)!

export type ImportedQuestion = {
  /** The id that the content files give it. */
  editorId: string
  options: readonly string[]
  correct: number
}
type Marks = { right: string; wrong: string; blank: string }

/** Loads a paper of one question, as the importer does for a changed file. Returns the question's
 *  documentId and the paper's digest. */
export async function importPaper(
  slug: string,
  options: readonly string[],
  correct: number,
): Promise<{ question: string; digest: string }> {
  const { questions, digest } = await importQuestions(slug, [
    { editorId: `${slug}-1`, options, correct },
  ])
  return { question: questions[0] ?? '', digest }
}

/** Loads a paper, as the importer does for a changed file. Returns the questions' documentIds in
 *  its order, and the paper's digest. */
export async function importQuestions(
  slug: string,
  content: readonly ImportedQuestion[],
  marks: Marks = { right: '1', wrong: '1/4', blank: '1/4' },
): Promise<{ questions: string[]; digest: string }> {
  const { paper, problems } = readPaper('paper.txt', sourceOf(slug, content, marks))
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  const { parts, questions = [] } = stagePaper(paper, new Date().toISOString(), () => {
    throw new Error('the paper has no figures')
  })
  const rest = [...questions]
  const statements = template.map(({ text, values }) => {
    if (text.startsWith(stagingStatements.paper))
      return { text, values: [values[0]!, 'paper', JSON.stringify(parts[0]?.json)] }
    if (text.startsWith(stagingStatements.questions))
      return { text, values: [values[0]!, JSON.stringify(rest.splice(0))] }
    return { text, values }
  })
  await runStatements(database(), statements)
  const { digest } = parts[0]?.json as { digest: string }
  return { questions: questions.map(({ documentId }) => String(documentId)), digest }
}

const sourceOf = (slug: string, content: readonly ImportedQuestion[], marks: Marks) =>
  `paper: ${slug}
exam: vao-paper-1
kind: model-paper
languages: en
minutes: 10
right: ${marks.right}
wrong: ${marks.wrong}
blank: ${marks.blank}
access: free
source: A test
checked: 2026-11-21
title en: A paper
about en: Questions

${content.map(questionSource).join('\n')}`

const questionSource = ({ editorId, options, correct }: ImportedQuestion) => `--- ${editorId}
topics: polity
en: Which one is right in ${editorId}?
${options.map((option, index) => `(${index === correct ? '*' : ' '}) ${option}`).join('\n')}
why en: Because it is so.
`
