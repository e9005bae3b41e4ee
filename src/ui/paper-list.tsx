import { testPath } from '../addresses/paths.ts'
import { localizedPath, type PageContext } from '../addresses/address.ts'
import { findExam } from '../exams.ts'
import type { Locale } from '../../domain/locale.ts'
import type { PaperSummary } from '../../domain/paper.ts'
import { InlineStyle } from './inline-assets.tsx'
import { messagesFor, type Messages } from './messages.ts'

/** Papers, one per line: title, length, languages, and whether it is free. One of an exam that is
 *  withdrawn has no page, so that it is left out. */
export function PaperList({
  page,
  papers,
}: {
  page: PageContext
  papers: readonly PaperSummary[]
}) {
  const messages = messagesFor(page.locale)
  return (
    <ul className="papers">
      <InlineStyle name="papers" />
      {papers.map((paper) => {
        const exam = findExam(paper.exam)
        if (!exam) return null
        const path = testPath(exam.state, exam.slug, paper.slug)
        return (
          <li key={paper.slug}>
            <a
              href={localizedPath(path, page.locale)}
              lang={paper.locale === page.locale ? undefined : paper.locale}
            >
              {paper.title}
            </a>
            <small>{paperFacts(paper, messages)}</small>
            <AccessTag access={paper.access} messages={messages} />
          </li>
        )
      })}
    </ul>
  )
}

/** Whether a paper is free or premium. */
export function AccessTag({
  access,
  messages,
}: {
  access: PaperSummary['access']
  messages: Messages
}) {
  return access === 'free' ? (
    <span className="tag free">{messages.free()}</span>
  ) : (
    <span className="tag">{messages.premium()}</span>
  )
}

const paperFacts = ({ questionCount, minutes, languages }: PaperSummary, messages: Messages) =>
  [
    messages.questions({ count: questionCount }),
    messages.minutes({ count: minutes }),
    languagesText(languages, messages),
  ].join(' · ')

/** The names of languages in the language of the page: 'Kannada, English'. */
export function languagesText(languages: readonly Locale[], messages: Messages): string {
  return languages.map((locale) => languageName(locale, messages)).join(', ')
}

/** The name of a language in the language of the page. */
export const languageName = (locale: Locale, messages: Messages) => messages[`language_${locale}`]()
