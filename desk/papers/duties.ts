import type { Locale } from '../../domain/locale.ts'
import type { Database } from '../../product-api/database.ts'
import type { DeskMessages } from '../messages.ts'
import type { Operator } from '../operators/operators.ts'
import type { Duty } from '../today/duty.ts'
import { momentText } from '../ui/dates.ts'
import { papersIn, titleOf, type PaperSummary } from './stored-papers.ts'

/** What papers ask of an operator. Cost: three look-ups in an index. */
export async function paperDuties(
  db: Database,
  { id, role }: Operator,
  text: DeskMessages,
  locale: Locale,
): Promise<Duty[]> {
  if (role === 'cashier') return []
  const [drafts, waiting, scheduled] = await Promise.all([
    papersIn(db, 'draft'),
    papersIn(db, 'review'),
    papersIn(db, 'scheduled'),
  ])
  const list = (title: string, papers: readonly PaperSummary[], path: string): Duty[] =>
    papers.length === 0
      ? []
      : [
          {
            ...{ title, note: null, action: null },
            links: papers.slice(0, 10).map(({ slug, head, author, savedAt }) => ({
              href: `/papers/${slug}${path}`,
              name: titleOf({ slug, head }, locale),
              note: `${author} · ${momentText(savedAt, locale)}`,
            })),
          },
        ]
  const failing = scheduled.filter(({ failure }) => failure !== null)
  const others = waiting.filter(({ authorId }) => authorId !== id)
  return [
    ...list(text('work_paper_failed'), failing, ''),
    ...(role === 'author' ? [] : list(text('work_paper_review'), others, '/read')),
    ...list(
      text('work_paper_returned'),
      drafts.filter(({ note, authorId }) => note !== null && authorId === id),
      '',
    ),
  ]
}
