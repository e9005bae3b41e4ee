import { localizedPath } from '../addresses/address.ts'
import type { Exam } from '../../domain/exams.ts'
import type { Locale } from '../../domain/locale.ts'
import { examName, examNote } from './exam-names.ts'
import { InlineStyle } from './inline-assets.tsx'

/** exam: its slug, if following the link can make it the reader's exam. */
export type LinkCard = { href: string; name: string; note: string; exam?: string }

/** The card of an exam: its name, its note, and a link to its page. */
export function examCard(exam: Exam, locale: Locale): LinkCard {
  return {
    href: localizedPath(`/${exam.slug}`, locale),
    name: examName(exam, locale),
    note: examNote(exam, locale),
    exam: exam.slug,
  }
}

/** Links as cards, two in a row on a phone. */
export function LinkCards({ cards }: { cards: readonly LinkCard[] }) {
  return (
    <div className="exams">
      <InlineStyle name="exams" />
      {cards.map(({ href, name, note, exam }) => (
        <a key={href} href={href} data-exam={exam}>
          {name}
          <small>{note}</small>
        </a>
      ))}
    </div>
  )
}
