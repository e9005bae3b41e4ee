import { describe, expect, it } from 'vitest'
import { checkPlans } from '../../authoring/checks/plans.ts'
import { stagePlan } from '../../authoring/loading/plan-rows.ts'
import { readCards } from '../../authoring/text-format/cards.ts'
import { readPaper } from '../../authoring/text-format/paper.ts'
import { readLessons, readPlan } from '../../authoring/text-format/plan.ts'

const lessons = `lessons: l
languages: kn en

--- rights
minutes: 60
topics: polity
name kn: ಹಕ್ಕುಗಳು
name en: Rights
kn: ಆರು ಹಕ್ಕುಗಳು.
en: Six rights.
`
const head = `plan: p
exams: vao-paper-1
languages: kn en
title kn: ಯೋಜನೆ
title en: Plan
about kn: ಒಂದು
about en: One
source: us
checked: 2026-11-21
`
const day = (number: number, ...fields: string[]) => `\n== ${number}\n${fields.join('\n')}\n`
const first = day(1, 'read: rights', 'cards: polity')
const rest = (last: string) =>
  Array.from({ length: 28 }, (_, index) => day(index + 2, 'cards: polity')).join('') + last
const whole = head + first + rest(day(30, 'papers: full', 'revise: 1-6', 'affairs: yes'))

const catalogue = {
  states: [],
  categories: [{ slug: 'vao-paper-1' }],
  tags: [{ slug: 'polity' }],
}
const { cards } = readCards('c.txt', 'cards: polity\nlanguages: kn en\n')
const { paper } = readPaper('full.txt', 'paper: full\nminutes: 100\n')

/** Reads and checks as content:check does. -> 'line: reason' of every problem. */
function problemsOf(plan: string, given = lessons): string[] {
  const read = [readLessons('l.txt', given), readPlan('p.txt', plan)] as const
  const plans = {
    papers: [paper],
    cardSets: [cards],
    lessonSets: [read[0].lessons],
    plans: [read[1].plan],
  }
  return [...read[0].problems, ...read[1].problems, ...checkPlans(catalogue, plans)].map(
    ({ line, reason }) => `${line}: ${reason}`,
  )
}

describe('checks of study plans', () => {
  it('a valid plan has no problems', () => {
    expect(problemsOf(whole)).toEqual([])
  })

  it.each([
    [head + first, '1: 1 days; there must be 30'],
    [whole.replace('== 2\n', '== 3\n'), '15: day 2 must come here'],
    [whole.replace('read: rights', 'read: duties'), '11: no lesson is called "duties"'],
    [whole.replace('cards: polity', 'cards: nosuch'), '11: no set of cards is called "nosuch"'],
    [whole.replace('papers: full', 'papers: half'), '99: no paper is called "half"'],
    [whole.replace('1-6', '1-40'), '99: days 1 to 40 cannot be revised on day 30'],
    [whole.replace('1-6', 'all'), '99: "revise: all" is not two days as 1-6'],
    [whole.replace('affairs: yes', 'affairs: no'), '99: "affairs:" is "yes" or left out'],
    [whole.replace('cards: polity\n\n== 3', '\n== 3'), '15: a day without anything to do'],
    [whole.replace('vao-paper-1', 'nosuch'), '1: no exam is called "nosuch"'],
    [
      whole.replace('about kn: ಒಂದು', 'about kn: plan'),
      '1: about: "plan" is in Latin letters in a text in kn',
    ],
  ])('an invalid plan is reported with its line: %#', (source, problem) =>
    expect(problemsOf(source)).toContainEqual(problem),
  )

  it.each([
    [lessons.replace('minutes: 60\n', ''), '4: "minutes:" is missing'],
    [lessons.replace('topics: polity', 'topics: nosuch'), '4: no tag is called "nosuch"'],
    [lessons.replace('en: Six rights.\n', ''), '4: "en:" is missing'],
    [lessons.replace('--- rights', '--- duties'), '4: no plan gives "duties" to read'],
    [
      lessons.replace('languages: kn en', 'languages: kn').replace(/.* en: .*\n|^en: .*\n/gm, ''),
      '11: the lesson "rights" is not in every language of the plan',
    ],
  ])('an invalid lesson is reported with its line: %#', (given, problem) =>
    expect(problemsOf(whole, given)).toContainEqual(problem),
  )
})

it('a loaded plan has tasks with unique ids, and papers include the time for explanations', () => {
  const { lessons: set } = readLessons('l.txt', lessons)
  const { plan } = readPlan('p.txt', whole)
  const known = new Map(set.lessons.map((lesson) => [lesson.id, lesson]))
  const load = stagePlan(plan, known, new Map([['full', paper]]), '2026-11-21T00:00:00.000Z')
  const { days } = load.parts[0]?.json as { days: { id: string; minutes: number }[][] }
  expect(days.map((tasks) => tasks.map(({ id }) => id)).slice(0, 3)).toEqual([
    ['read:rights', 'cards:polity'],
    ['cards:polity#2'],
    ['cards:polity#3'],
  ])
  expect(days[29]).toMatchObject([
    { id: 'paper:full', minutes: 150 },
    { id: 'revise:1-6' },
    { id: 'affairs:30' },
  ])
})
