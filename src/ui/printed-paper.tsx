import { Maths } from '../../client/islands/parts/maths.tsx'
import type { PageContext } from '../addresses/address.ts'
import { languageNames, type Locale } from '../../domain/locale.ts'
import { marksText } from '../../domain/paper.ts'
import { wordsOf } from '../../domain/maths.ts'
import type { PrintedPaper, PrintedQuestion } from './printed-paper-layout.ts'
import { widthOf } from './text-width.ts'
import { OmrSheet } from './omr-sheet.tsx'
import { Sheet } from './page-parts.tsx'
import { Picture } from './picture.tsx'
import { wordsIn, type Words } from './words.ts'

/** A paper for A4 with its answer sheet: one language in two columns, or two languages side by side.
 *  `hrefOf`: the address of the same in a language, perhaps with a second; `back`: of the paper itself. */
export function PrintedPaperPage({
  place,
  paper,
  first,
  beside,
  hrefOf,
  back,
}: {
  place: PageContext
  paper: PrintedPaper
  first: Locale
  beside: Locale | null
  hrefOf: (first: Locale, beside: Locale | null) => string
  back: string
}) {
  const words = wordsIn(place.locale)
  const [title, ...others] = paper.titles
  const most = Math.max(
    0,
    ...paper.questions.flatMap(({ wordings }) => wordings.map(({ options }) => options.length)),
  )
  return (
    <div className={beside === null ? 'sheet' : 'sheet beside'}>
      <Sheet of="print" />
      <Choice
        paper={paper}
        first={first}
        beside={beside}
        hrefOf={hrefOf}
        back={back}
        words={words}
      />
      <div className="questions-part">
        <header>
          <h1 lang={title?.locale}>{title?.text}</h1>
          {others.map(({ locale, text }) => (
            <p key={locale} lang={locale}>
              {text}
            </p>
          ))}
          <p>{rules(paper, words)}</p>
          <p className="blanks">
            <span>{words.print_name()}:</span> <span>{words.print_score()}:</span>
          </p>
        </header>
        <Questions paper={paper} />
        <p className="from">{place.origin + back}</p>
      </div>
      <OmrSheet
        title={title}
        count={paper.questions.length}
        options={most}
        marks={paper.marks}
        words={words}
      />
    </div>
  )
}

function rules({ questions, minutes, marks }: PrintedPaper, words: Words): string {
  const taken = (fraction: string) =>
    fraction === '0' ? words.nothing_taken() : `−${marksText(fraction)}`
  return [
    words.questions({ count: questions.length }),
    words.minutes({ count: minutes }),
    `${words.fact_right()} +${marksText(marks.right)}`,
    `${words.fact_wrong()} ${taken(marks.wrong)}`,
    `${words.fact_blank()} ${taken(marks.blank)}`,
  ].join(' · ')
}

/** What to print: languages, questions, answer sheet. Itself not printed; the ticks work without script. */
function Choice({
  paper,
  first,
  beside,
  hrefOf,
  back,
  words,
}: {
  paper: PrintedPaper
  first: Locale
  beside: Locale | null
  hrefOf: (first: Locale, beside: Locale | null) => string
  back: string
  words: Words
}) {
  const names = { kn: words.language_kn(), en: words.language_en(), te: words.language_te() }
  const others = paper.languages.filter((locale) => locale !== first)
  return (
    <nav className="choice" aria-label={words.print()}>
      <p>{words.print_lead()}</p>
      <ul>
        {paper.languages.map((locale) => (
          <li key={locale}>
            <a
              href={hrefOf(locale, null)}
              aria-current={locale === first && beside === null ? 'page' : undefined}
              lang={locale}
            >
              {languageNames[locale]}
            </a>
          </li>
        ))}
        {others.map((locale) => (
          <li key={locale}>
            <a href={hrefOf(first, locale)} aria-current={locale === beside ? 'page' : undefined}>
              {words.print_beside({ first: names[first], second: names[locale] })}
            </a>
          </li>
        ))}
      </ul>
      <p className="parts">
        <label>
          <input type="checkbox" className="with-questions" defaultChecked />{' '}
          {words.omr_print_questions()}
        </label>
        <label>
          <input type="checkbox" className="with-omr" defaultChecked /> {words.omr_print_sheet()}
        </label>
      </p>
      <p>
        <a href={back}>{words.print_back()}</a>
      </p>
    </nav>
  )
}

function Questions({ paper: { sections, questions } }: { paper: PrintedPaper }) {
  const numbered = questions.map((question, index) => ({ question, number: index + 1 }))
  return [{ slug: null, name: null }, ...sections].map(({ slug, name }) => {
    const own = numbered.filter(({ question }) => question.section === slug)
    return (
      own.length > 0 && (
        <section key={slug}>
          {name !== null && <h2 lang={name.locale}>{name.text}</h2>}
          <ol className="questions">
            {own.map(({ number, question }) => (
              <li key={question.id} value={number}>
                {question.wordings.map((wording) => (
                  <Wording key={wording.locale} wording={wording} />
                ))}
              </li>
            ))}
          </ol>
        </section>
      )
    )
  })
}

function Wording({
  wording: { stem, options, figure, locale },
}: {
  wording: PrintedQuestion['wordings'][number]
}) {
  return (
    <div lang={locale}>
      <p>
        <Maths text={stem} />
      </p>
      {figure && <Picture {...figure} sizes="20rem" />}
      <ol className={spread(options)}>
        {options.map((option, index) => (
          <li key={index}>
            <Maths text={option} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** How many options stand beside each other in a column of half a page. */
function spread(options: readonly string[]): string | undefined {
  const widest = Math.max(...options.map((option) => widthOf(wordsOf(option))))
  if (widest <= 5) return 'by-four'
  return widest <= 15 ? 'by-two' : undefined
}
