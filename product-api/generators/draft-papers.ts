import type { PaperDraft, QuestionDraft } from '../importer/draft.ts'
import { diceOf } from './dice.ts'
import { plans, type Plan } from './papers.ts'
import type { Form, Question } from './question.ts'

/** What has been asked: the stems of the paper in hand, and the answers that each form has given in any paper. */
type Asked = { stems: Set<string>; answers: Map<Form, Set<string>> }

/** All generated papers. A stem comes once in a paper and a form's answer once in all of them, so that no question
 *  is another with the names changed. */
export function draftPapers(): PaperDraft[] {
  const answers = new Map<Form, Set<string>>()
  return plans.map((plan) => draftPaper(plan, { stems: new Set(), answers }))
}

function draftPaper(plan: Plan, asked: Asked): PaperDraft {
  const { exam, slug, kind, position, languages, minutes, marks, title, syllabus } = plan
  return {
    file: `papers/${exam}/${slug}.txt`,
    line: 1,
    slug,
    exam,
    kind,
    year: null,
    position,
    languages,
    minutes,
    ...marks,
    access: 'free',
    title,
    about: syllabus.about,
    source: "Abhyasa's own questions, computed",
    checkedOn: '2026-11-21',
    sections: [],
    questions: formsOf(plan).map((form, index) => {
      const id = `gen-${slug}-${String(index + 1).padStart(2, '0')}`
      return draftQuestion(id, languages, newQuestion(form, id, asked))
    }),
  }
}

/** The forms in the paper's order: one of each family, then the second of each, so that no two alike stand together. */
function formsOf({ syllabus, turn }: Plan): Form[] {
  const most = Math.max(...syllabus.parts.map(([, count]) => count))
  return Array.from({ length: most }, (_, round) =>
    syllabus.parts
      .filter(([, count]) => round < count)
      .map(([family]) => family[(turn + round) % family.length]!),
  ).flat()
}

function newQuestion(form: Form, id: string, { stems, answers }: Asked): Question {
  const given = answers.get(form) ?? new Set()
  answers.set(form, given)
  for (let attempt = 0; attempt < 500; attempt++) {
    const question = form(diceOf(`${id}/${attempt}`))
    const answer = question.options[question.correct]!.en
    if (stems.has(question.stem.en) || given.has(answer)) continue
    stems.add(question.stem.en)
    given.add(answer)
    return question
  }
  throw new Error(`${id}: every question of this form has been asked`)
}

const draftQuestion = (
  id: string,
  languages: QuestionDraft['languages'],
  { topics, stem, options, correct, explanation }: Question,
): QuestionDraft => ({
  line: 1,
  id,
  section: null,
  languages,
  stem,
  options,
  correct,
  explanation,
  topics,
  terms: [],
  figure: null,
})
