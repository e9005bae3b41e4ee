import { withoutNames } from '../checks/question-skeletons.ts'
import type { PaperDraft, QuestionDraft } from '../draft.ts'
import { sectionPlans, type SectionPlan } from './full-paper-sections.ts'
import { paperPlans, type PaperPlan } from './papers.ts'
import type { QuestionTemplate, Question } from './question.ts'
import { seededRandom } from './seeded-random.ts'

/** Stems of the current paper; and of all papers so far, for each template its right answers, and
 *  its questions without the names of people. */
type UsedContent = {
  stems: Set<string>
  answers: Map<QuestionTemplate, Set<string>>
  questions: Set<string>
}

/** Everything that is computed. `sections` belong to papers whose other sections are written by
 *  hand. */
export type ComputedContent = { papers: PaperDraft[]; sections: ComputedSection[] }
export type ComputedSection = { plan: SectionPlan; questions: QuestionDraft[] }

/** All computed papers and sections. A stem occurs once in a paper. In all papers a template's
 *  right answer occurs once as long as it has another, and no question repeats another under
 *  different names. */
export function draftContent(): ComputedContent {
  const all = { answers: new Map<QuestionTemplate, Set<string>>(), questions: new Set<string>() }
  const papers = paperPlans.map((plan) => draftPaper(plan, { stems: new Set(), ...all }))
  const stems = new Map<string, Set<string>>()
  const sections = sectionPlans.map((plan) => {
    const ofPaper = stems.get(plan.file) ?? new Set()
    stems.set(plan.file, ofPaper)
    return { plan, questions: draftQuestions(plan, { stems: ofPaper, ...all }) }
  })
  return { papers, sections }
}

function draftPaper(plan: PaperPlan, used: UsedContent): PaperDraft {
  const { exam, slug, kind, position, languages, minutes, marks, access, title, syllabus } = plan
  const { firstTemplate, checkedOn } = plan
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
    checkedOn,
    sections: [],
    questions: draftQuestions(
      { prefix: slug, languages, parts: syllabus.parts, firstTemplate },
      used,
    ),
  }
}

function draftQuestions(
  { prefix, languages, ...order }: Pick<SectionPlan, 'prefix' | 'languages'> & TemplateOrder,
  used: UsedContent,
): QuestionDraft[] {
  const templates = templatesOf(order)
  const keys = keyPositions(prefix, templates.length)
  return templates.map((template, index) => {
    const id = `gen-${prefix}-${String(index + 1).padStart(2, '0')}`
    return draftQuestion(id, languages, newQuestion(template, id, keys[index]!, used))
  })
}

type TemplateOrder = Pick<SectionPlan, 'parts' | 'firstTemplate'>

/** The templates in the paper's order: the first of each family, then the second of each, so that
 *  similar questions are not adjacent. */
function templatesOf({ parts, firstTemplate }: TemplateOrder): QuestionTemplate[] {
  const rounds = Math.max(...parts.map(([, count]) => count))
  return Array.from({ length: rounds }, (_, round) =>
    parts
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
  if (question.keepsOrder) return question
  const options = [...question.options]
  options[question.correct] = question.options[position]!
  options[position] = question.options[question.correct]!
  return { ...question, options, correct: position }
}

/** Attempts that ask for a new right answer; later ones accept one that was used. */
const attemptsForNewAnswer = 300
const maxAttempts = 900

function newQuestion(
  template: QuestionTemplate,
  id: string,
  key: number,
  { stems, answers, questions }: UsedContent,
): Question {
  const given = answers.get(template) ?? new Set()
  answers.set(template, given)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const question = template(seededRandom(`${id}/${attempt}`))
    const options = question.options.map(({ en }) => en)
    const answer = options[question.correct]!
    const asked = withoutNames([question.stem.en, ...options.toSorted()].join('\n'))
    if (stems.has(question.stem.en) || questions.has(asked)) continue
    if (attempt < attemptsForNewAnswer) {
      const isPlaced = !question.keepsOrder || question.correct === key
      const isNew = question.keepsOrder || !given.has(answer)
      if (!isPlaced || !isNew) continue
    }
    stems.add(question.stem.en)
    given.add(answer)
    questions.add(asked)
    return withKeyAt(key, question)
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
