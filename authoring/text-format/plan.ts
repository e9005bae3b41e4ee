import type { LessonsDraft, PlanDayDraft, PlanDraft, Problem } from '../draft.ts'
import { BlockReader } from './block-reader.ts'
import { readBlocks, type Block } from './lines.ts'
import { readLanguages } from './paper.ts'

/** Reads a file of lessons in the text format. Never throws: returns all problems. */
export function readLessons(
  file: string,
  source: string,
): { lessons: LessonsDraft; problems: Problem[] } {
  const { blocks, unreadable } = readBlocks(source)
  const problems: Problem[] = unreadable.map((u) => ({ file, ...u }))
  const [head, ...items] = blocks
  const read = new BlockReader(file, head!, problems)
  read.required('lessons')
  const languages = readLanguages(read)
  read.finish()
  const lessons = items.map((block) => {
    const lessonReader = new BlockReader(file, block, problems)
    const minutes = lessonReader.count('minutes')
    if (minutes === null) lessonReader.problem('"minutes:" is missing')
    const lesson = {
      line: block.line,
      id: block.name,
      minutes: minutes ?? 0,
      topics: lessonReader.list('topics'),
      name: lessonReader.texts('name', languages),
      text: lessonReader.texts('text', languages),
      terms: lessonReader.list('terms'),
    }
    lessonReader.finish()
    return lesson
  })
  return { lessons: { file, line: 1, languages, lessons }, problems }
}

/** Reads a study plan in the text format. Never throws: returns all problems. */
export function readPlan(file: string, source: string): { plan: PlanDraft; problems: Problem[] } {
  const { blocks, unreadable } = readBlocks(source)
  const problems: Problem[] = unreadable.map((u) => ({ file, ...u }))
  const [head, ...days] = blocks
  const read = new BlockReader(file, head!, problems)
  const languages = readLanguages(read)
  const plan: PlanDraft = {
    file,
    line: 1,
    slug: read.required('plan'),
    position: read.count('position') ?? 1,
    exams: read.list('exams'),
    languages,
    title: read.texts('title', languages),
    about: read.texts('about', languages),
    source: read.required('source'),
    checkedOn: read.date('checked'),
    days: days.map((block) => readDay(file, block, problems)),
  }
  read.finish()
  return { plan, problems }
}

function readDay(file: string, block: Block, problems: Problem[]): PlanDayDraft {
  const read = new BlockReader(file, block, problems)
  const number = Number(block.name)
  if (block.mark !== 'section' || !/^[1-9]\d?$/.test(block.name))
    read.problem('a plan is made of days: "== 1", "== 2"')
  const affairs = read.optional('affairs')
  if (affairs !== '' && affairs !== 'yes') read.problem('"affairs:" is "yes" or left out')
  const day = {
    line: block.line,
    number,
    read: read.list('read'),
    cards: read.list('cards'),
    papers: read.list('papers'),
    revise: readRange(read),
    affairs: affairs === 'yes',
  }
  read.finish()
  return day
}

/** Reads a range of days: '1-6'. */
function readRange(read: BlockReader): PlanDayDraft['revise'] {
  const text = read.optional('revise')
  if (text === '') return null
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  if (from === undefined || to === undefined) {
    read.problem(`"revise: ${text}" is not two days as 1-6`)
    return null
  }
  return { from: Number(from), to: Number(to) }
}
