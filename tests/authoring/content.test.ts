import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkPlans } from '../../authoring/checks/plans.ts'
import { liveMockProblems } from '../../authoring/checks/live-mocks.ts'
import { examProblems } from '../../authoring/checks/exams.ts'
import { missingPaperProblems } from '../../authoring/checks/exam-papers.ts'
import { checkContent } from '../../authoring/checks/content.ts'
import type { CatalogueDraft } from '../../authoring/loading/catalogue-rows.ts'
import { readContentFolder } from '../../authoring/text-format/content-folder.ts'
import { infoSlugs, policySlugs } from '../../domain/content-page.ts'

const catalogue = JSON.parse(readFileSync('content/catalogue.json', 'utf8')) as CatalogueDraft
const content = await readContentFolder('content')

describe('the content folder', () => {
  it('has no problems', () => {
    const { papers, liveMocks, cardSets, pages, patterns, problems } = content
    const all = [...papers, ...liveMocks.map(({ paper }) => paper)]
    expect([
      ...problems,
      ...examProblems(catalogue),
      ...checkContent(catalogue, all, cardSets, pages, patterns),
      ...liveMockProblems(catalogue, liveMocks),
      ...checkPlans(catalogue, content),
    ]).toEqual([])
  }, 30_000)

  it('has a paper of at least ten questions for every exam and kind, in all its languages', () => {
    expect(missingPaperProblems(content.papers, catalogue)).toEqual([])
  })

  it('has a problem that names exam, kind, count and languages where a paper is missing', () => {
    const others = content.papers.filter(
      ({ exam, kind }) => exam !== 'vao-paper-1' || kind !== 'model-paper',
    )
    expect(missingPaperProblems(others, catalogue).map(({ reason }) => reason)).toEqual([
      'vao-paper-1: no model-paper of 10 questions in kn, en',
    ])
  })

  it('has a premium paper for every subscription plan', () => {
    const stateOf = new Map(catalogue.categories.map(({ slug, state }) => [slug, state]))
    const premium = content.papers.filter(({ access }) => access === 'premium')
    const empty = catalogue.plans.filter(
      (plan) =>
        !premium.some(
          ({ exam }) => plan.state === stateOf.get(exam) || plan.categories.includes(exam),
        ),
    )
    expect(empty.map(({ slug }) => slug)).toEqual([])
  })

  it('has papers of 100 questions, flash cards, current affairs and all info pages', () => {
    expect(content.papers.some((paper) => paper.questions.length === 100)).toBe(true)
    expect(content.cardSets.reduce((sum, set) => sum + set.cards.length, 0)).toBeGreaterThanOrEqual(
      20,
    )
    expect(
      content.pages.filter(({ kind }) => kind === 'current-affairs').length,
    ).toBeGreaterThanOrEqual(7)
    const inThree = content.pages
      .filter(({ languages }) => languages.length === 3)
      .map(({ slug }) => slug)
    expect(inThree).toEqual(expect.arrayContaining([...policySlugs, ...infoSlugs, 'vao', 'pdo']))
  })

  it('has three quiz questions for every current-affairs entry, in all its languages', () => {
    const affairs = content.pages.filter(({ kind }) => kind === 'current-affairs')
    expect(affairs.filter(({ quiz }) => quiz.length !== 3).map(({ slug }) => slug)).toEqual([])
    const questions = affairs.flatMap(({ quiz }) => quiz)
    expect(questions.filter(({ languages }) => languages.length !== 3)).toEqual([])
    const counts = [0, 1, 2, 3].map(
      (at) => questions.filter(({ correct }) => correct === at).length,
    )
    for (const count of counts) expect(count / questions.length).toBeGreaterThan(0.2)
  })

  it('has keys in every option position about equally often', () => {
    const counts = [0, 0, 0, 0, 0]
    for (const { questions } of content.papers)
      for (const { correct } of questions) counts[correct]!++
    const all = counts.reduce((sum, count) => sum + count)
    for (const count of counts.slice(0, 4)) expect(count / all).toBeGreaterThan(0.2)
  })
})
