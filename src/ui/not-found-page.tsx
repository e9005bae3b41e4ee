import { localizedPath, type PageContext } from '../addresses/address.ts'
import { exams } from '../../domain/exams.ts'
import { examCard, ExamCards } from './exam-cards.tsx'
import { UnlistedMeta } from './meta.tsx'
import { wordsIn } from './words.ts'

/** An unknown address: the home page's title and description, and where to go instead. */
export function NotFoundPage({ place }: { place: PageContext }) {
  const { locale } = place
  const words = wordsIn(locale)
  const home = exams.filter((exam) => (exam.state === 'andhra-pradesh') === (locale === 'te'))
  return (
    <div data-not-found="">
      <UnlistedMeta title={words.home_title()} description={words.home_description()} />
      <div className="hero">
        <h1>{words.not_found()}</h1>
        <p>{words.not_found_explained()}</p>
        <p className="choices">
          <a className="btn" href={localizedPath('/', locale)}>
            {words.back_to_home()}
          </a>
          <a className="btn quiet" href={localizedPath('/search', locale)}>
            {words.search()}
          </a>
        </p>
      </div>
      <ExamCards cards={home.slice(0, 6).map((exam) => examCard(exam, locale))} />
    </div>
  )
}
