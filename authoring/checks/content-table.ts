import type { PaperDraft } from '../draft.ts'

export type PlanCover = { slug: string; exams: readonly string[] }

/** Counts by exam and by plan, as lines of a Markdown table: papers, questions, questions of
 *  premium papers, and how many of all are computed. */
export function contentTable(
  papers: readonly PaperDraft[],
  exams: readonly string[],
  plans: readonly PlanCover[],
): string[] {
  const row = (name: string, of: readonly PaperDraft[]) => {
    const questions = of.flatMap((paper) => paper.questions)
    const premium = of.filter(({ access }) => access === 'premium')
    const counts = [
      of.length,
      questions.length,
      premium.length,
      premium.flatMap((paper) => paper.questions).length,
      questions.filter(({ id }) => id.startsWith('gen-')).length,
    ]
    return `| ${[name, ...counts].join(' | ')} |`
  }
  const covered = (plan: PlanCover) => papers.filter(({ exam }) => plan.exams.includes(exam))
  return [
    '| exam or plan | papers | questions | premium papers | premium questions | computed |',
    '|---|---:|---:|---:|---:|---:|',
    ...exams.map((exam) =>
      row(
        exam,
        papers.filter((paper) => paper.exam === exam),
      ),
    ),
    ...plans.map((plan) => row(`plan ${plan.slug}`, covered(plan))),
    row('all', papers),
  ]
}
