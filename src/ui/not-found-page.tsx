import { localizedPath, type PageContext } from '../addresses/address.ts'
import { allExams, homeStateOf } from '../exams.ts'
import { examCard, LinkCards } from './link-cards.tsx'
import { UnlistedMeta } from './meta.tsx'
import { messagesFor } from './messages.ts'

/** The page of an unknown address, with the home page's title and description, and links to exams
 *  of the reader's state. */
export function NotFoundPage({ page }: { page: PageContext }) {
  const { locale } = page
  const messages = messagesFor(locale)
  const homeExams = allExams().filter((exam) => exam.homeLocale === homeStateOf(locale).homeLocale)
  return (
    <div data-not-found="">
      <UnlistedMeta title={messages.home_title()} description={messages.home_description()} />
      <div className="hero">
        <h1>{messages.not_found()}</h1>
        <p>{messages.not_found_explained()}</p>
        <p className="choices">
          <a className="btn" href={localizedPath('/', locale)}>
            {messages.back_to_home()}
          </a>
          <a className="btn quiet" href={localizedPath('/search', locale)}>
            {messages.search()}
          </a>
        </p>
      </div>
      <LinkCards cards={homeExams.slice(0, 6).map((exam) => examCard(exam, locale))} />
    </div>
  )
}
