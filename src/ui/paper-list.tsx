import { localizedPath, type PageContext } from '../addresses/address.ts'
import { findExam } from '../../domain/exams.ts'
import type { Locale } from '../../domain/locale.ts'
import { testPath, type PaperSummary } from '../../domain/paper.ts'
import { Sheet } from './page-parts.tsx'
import { wordsIn, type Words } from './words.ts'

/** Papers, one a line: what it is, how long, in which languages, and whether it is free. */
export function PaperList({
  place,
  papers,
}: {
  place: PageContext
  papers: readonly PaperSummary[]
}) {
  const words = wordsIn(place.locale)
  return (
    <ul className="papers">
      <Sheet of="papers" />
      {papers.map((paper) => (
        <li key={paper.slug}>
          <a
            href={paperHref(place, paper)}
            lang={paper.locale === place.locale ? undefined : paper.locale}
          >
            {paper.title}
          </a>
          <small>{paperFacts(paper, words)}</small>
          <AccessTag access={paper.access} words={words} />
        </li>
      ))}
    </ul>
  )
}

export function AccessTag({ access, words }: { access: PaperSummary['access']; words: Words }) {
  return access === 'free' ? (
    <span className="tag free">{words.free()}</span>
  ) : (
    <span className="tag">{words.premium()}</span>
  )
}

function paperHref(place: PageContext, paper: PaperSummary): string {
  const exam = findExam(paper.exam)
  return exam ? localizedPath(testPath(exam.state, exam.slug, paper.slug), place.locale) : ''
}

const paperFacts = ({ questionCount, minutes, languages }: PaperSummary, words: Words) =>
  [
    words.questions({ count: questionCount }),
    words.minutes({ count: minutes }),
    languagesText(languages, words),
  ].join(' · ')

/** Languages by their names in the reader's own: 'Kannada, English'. */
export function languagesText(languages: readonly Locale[], words: Words): string {
  const names = { kn: words.language_kn(), en: words.language_en(), te: words.language_te() }
  return languages.map((locale) => names[locale]).join(', ')
}
