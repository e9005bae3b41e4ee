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

/** Loads a paper of one question, as the importer does for a changed file. Returns the question's
 *  documentId and the paper's digest. */
export async function importPaper(
  slug: string,
  options: readonly string[],
  correct: number,
): Promise<{ question: string; digest: string }> {
  const { paper, problems } = readPaper('paper.txt', sourceOf(slug, options, correct))
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
  return { question: String(questions[0]?.documentId), digest }
}

const sourceOf = (slug: string, options: readonly string[], correct: number) => `paper: ${slug}
exam: vao-paper-1
kind: model-paper
languages: en
minutes: 10
right: 1
wrong: 1/4
blank: 1/4
access: free
source: A test
checked: 2026-11-21
title en: A paper
about en: One question

--- ${slug}-1
topics: polity
en: Which one?
${options.map((option, index) => `(${index === correct ? '*' : ' '}) ${option}`).join('\n')}
why en: Because it is so.
`
