import type { PaperDraft, QuestionDraft } from '../draft.ts'
import { seededRandom } from './seeded-random.ts'
import { paperPlans, type PaperPlan } from './papers.ts'
import type { QuestionTemplate, Question } from './question.ts'

/** Stems of the current paper, and for each template its right answers in all papers so far. */
type UsedContent = { stems: Set<string>; answers: Map<QuestionTemplate, Set<string>> }

/** All generated papers. A stem occurs once in a paper and a template's right answer once in all
 *  papers, so that no question repeats another under different names. */
export function draftPapers(): PaperDraft[] {
  const answers = new Map<QuestionTemplate, Set<string>>()
  return paperPlans.map((plan) => draftPaper(plan, { stems: new Set(), answers }))
}

function draftPaper(plan: PaperPlan, used: UsedContent): PaperDraft {
  const { exam, slug, kind, position, languages, minutes, marks, access, title, syllabus } = plan
  const templates = templatesOf(plan)
  const keys = keyPositions(slug, templates.length)
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
    questions: templates.map((template, index) => {
      const id = `gen-${slug}-${String(index + 1).padStart(2, '0')}`
      const question = withKeyAt(keys[index]!, newQuestion(template, id, used))
      return draftQuestion(id, languages, question)
    }),
  }
}

/** The templates in the paper's order: the first of each family, then the second of each, so that
 *  similar questions are not adjacent. */
function templatesOf({ syllabus, firstTemplate }: PaperPlan): QuestionTemplate[] {
  const rounds = Math.max(...syllabus.parts.map(([, count]) => count))
  return Array.from({ length: rounds }, (_, round) =>
    syllabus.parts
      .filter(([, count]) => round < count)
      .map(([family]) => family[(firstTemplate + round) % family.length]!),
  ).flat()
}

/** The position of each key: each of the four positions equally often, never three times in a
 *  row. */
function keyPositions(slug: string, count: number): number[] {
  const random = seededRandom(slug)
  const even = Array.from({ length: count }, (_, index) => index % 4)
  return random.drawUntil(
    () => random.shuffled(even),
    (keys) => keys.every((key, index) => key !== keys[index + 1] || key !== keys[index + 2]),
  )
}

function withKeyAt(position: number, question: Question): Question {
  const options = [...question.options]
  options[question.correct] = question.options[position]!
  options[position] = question.options[question.correct]!
  return { ...question, options, correct: position }
}

function newQuestion(
  template: QuestionTemplate,
  id: string,
  { stems, answers }: UsedContent,
): Question {
  const given = answers.get(template) ?? new Set()
  answers.set(template, given)
  for (let attempt = 0; attempt < 500; attempt++) {
    const question = template(seededRandom(`${id}/${attempt}`))
    const answer = question.options[question.correct]!.en
    if (stems.has(question.stem.en) || given.has(answer)) continue
    stems.add(question.stem.en)
    given.add(answer)
    return question
  }
  throw new Error(`${id}: the template has no unused question left`)
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
