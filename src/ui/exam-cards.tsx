import { localizedPath } from '../addresses/address.ts'
import type { Exam } from '../../domain/exams.ts'
import type { Locale } from '../../domain/locale.ts'
import { examNames } from './exam-names.ts'
import { Sheet } from './page-parts.tsx'
import { wordsIn } from './words.ts'

export type ExamCard = { href: string; name: string; note: string }

export function examCard(exam: Exam, locale: Locale): ExamCard {
  const words = wordsIn(locale)
  const { name, note } = examNames[exam.slug]
  return { href: localizedPath(`/${exam.slug}`, locale), name: name(words), note: note(words) }
}

/** Where to go next, two abreast on a phone. */
export function ExamCards({ cards }: { cards: readonly ExamCard[] }) {
  return (
    <div className="exams">
      <Sheet of="exams" />
      {cards.map(({ href, name, note }) => (
        <a key={href} href={href}>
          {name}
          <small>{note}</small>
        </a>
      ))}
    </div>
  )
}
