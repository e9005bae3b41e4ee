import { Maths } from '../../../client/islands/parts/maths.tsx'
import { addressIn, type Place } from '../../model/address.ts'
import type { Exam } from '../../model/exams.ts'
import type { Locale } from '../../model/locale.ts'
import { marksText, testPath, type Paper, type Question } from '../../model/paper.ts'
import { examNames } from '../../ui/exam-names.ts'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { Picture } from '../../ui/picture.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

/** A question with what stands beside it: the same in a second language, unless it exists in one alone. */
type Pair = { number: number; question: Question; second: Question | undefined }

/** A paper for A4: one language in two columns, or two languages side by side. */
export function PrintPage({
  place,
  exam,
  paper,
  beside,
}: {
  place: Place
  exam: Exam
  paper: Paper
  beside: Paper | null
}) {
  const words = wordsIn(place.locale)
  const seconds = new Map(beside?.questions?.map((question) => [question.id, question]))
  const pairs = (paper.questions ?? []).map((question, index): Pair => {
    const second = seconds.get(question.id)
    const isOther = second !== undefined && second.locale !== question.locale
    return { number: index + 1, question, second: isOther ? second : undefined }
  })
  return (
    <div className={beside ? 'sheet beside' : 'sheet'}>
      <UnlistedMeta
        title={words.test_title({ title: paper.title, exam: examNames[exam.slug].name(words) })}
        description={paper.description}
      />
      <Sheet of="print" />
      <Choice place={place} exam={exam} paper={paper} beside={beside} words={words} />
      <header>
        <h1>{paper.title}</h1>
        {beside && beside.locale !== paper.locale && <p lang={beside.locale}>{beside.title}</p>}
        <p>{rules(paper, words)}</p>
        <p className="blanks">
          <span>{words.print_name()}:</span> <span>{words.print_score()}:</span>
        </p>
      </header>
      <Questions place={place} paper={paper} pairs={pairs} />
      <footer>{place.origin + addressIn(paperPath(exam, paper), place.locale)}</footer>
    </div>
  )
}

const paperPath = (exam: Exam, { slug }: Paper) => testPath(exam.state, exam.slug, slug)

function rules({ questionCount, minutes, marks }: Paper, words: Words): string {
  const taken = (fraction: string) =>
    fraction === '0' ? words.nothing_taken() : `−${marksText(fraction)}`
  return [
    words.questions({ count: questionCount }),
    words.minutes({ count: minutes }),
    `${words.fact_right()} +${marksText(marks.right)}`,
    `${words.fact_wrong()} ${taken(marks.wrong)}`,
    `${words.fact_blank()} ${taken(marks.blank)}`,
  ].join(' · ')
}

/** Which languages to print; itself not printed. */
function Choice({
  place,
  exam,
  paper,
  beside,
  words,
}: {
  place: Place
  exam: Exam
  paper: Paper
  beside: Paper | null
  words: Words
}) {
  const path = paperPath(exam, paper)
  const here = addressIn(`${path}/print`, place.locale)
  const names: Record<Locale, string> = {
    kn: words.language_kn(),
    en: words.language_en(),
    te: words.language_te(),
  }
  return (
    <nav className="choice" aria-label={words.print()}>
      <p>{words.print_lead()}</p>
      <ul>
        <li>
          <a href={here} aria-current={beside ? undefined : 'page'}>
            {words.print_in({ language: names[place.locale] })}
          </a>
        </li>
        {paper.languages
          .filter((locale) => locale !== place.locale)
          .map((locale) => (
            <li key={locale}>
              <a
                href={`${here}?beside=${locale}`}
                aria-current={beside?.locale === locale ? 'page' : undefined}
              >
                {words.print_beside({ first: names[place.locale], second: names[locale] })}
              </a>
            </li>
          ))}
        <li>
          <a href={addressIn(path, place.locale)}>{words.print_back()}</a>
        </li>
      </ul>
    </nav>
  )
}

function Questions({ place, paper, pairs }: { place: Place; paper: Paper; pairs: Pair[] }) {
  const sections = [{ slug: null, name: null, locale: place.locale }, ...paper.sections]
  return sections.map(({ slug, name, locale }) => {
    const own = pairs.filter(({ question }) => question.section === slug)
    return (
      own.length > 0 && (
        <section key={slug}>
          {name !== null && <h2 lang={locale}>{name}</h2>}
          <ol className="questions">
            {own.map(({ number, question, second }) => (
              <li key={question.id} value={number}>
                <Wording question={question} />
                {second && <Wording question={second} />}
              </li>
            ))}
          </ol>
        </section>
      )
    )
  })
}

function Wording({ question: { stem, options, figure, locale } }: { question: Question }) {
  return (
    <div lang={locale}>
      <p>
        <Maths text={stem} />
      </p>
      {figure && <Picture {...figure} sizes="20rem" />}
      <ol>
        {options.map((option, index) => (
          <li key={index}>
            <Maths text={option} />
          </li>
        ))}
      </ol>
    </div>
  )
}
