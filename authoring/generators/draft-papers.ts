import type { PaperDraft, QuestionDraft } from '../draft.ts'
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
  const { exam, slug, kind, position, languages, minutes, marks, access, title, syllabus } = plan
  const forms = formsOf(plan)
  const places = keyPlaces(slug, forms.length)
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
    qualifying: null,
    access,
    title,
    about: syllabus.about,
    source: "Abhyasa's own questions, computed",
    checkedOn: '2026-11-21',
    sections: [],
    questions: forms.map((form, index) => {
      const id = `gen-${slug}-${String(index + 1).padStart(2, '0')}`
      const question = withKeyAt(places[index]!, newQuestion(form, id, asked))
      return draftQuestion(id, languages, question)
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

/** Where the keys of a paper stand: equally often in each of the four places, never thrice running in one. */
function keyPlaces(slug: string, count: number): number[] {
  const dice = diceOf(slug)
  const even = Array.from({ length: count }, (_, index) => index % 4)
  return dice.until(
    () => dice.shuffled(even),
    (places) =>
      places.every((place, index) => place !== places[index + 1] || place !== places[index + 2]),
  )
}

function withKeyAt(place: number, question: Question): Question {
  const options = [...question.options]
  options[question.correct] = question.options[place]!
  options[place] = question.options[question.correct]!
  return { ...question, options, correct: place }
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
