import { RichText } from '../../client/islands/parts/rich-text.tsx'
import { circlesOf, sheetHeight } from '../../domain/answer-sheet/paper-sheet.ts'
import { sheetLayout, type SheetLayout } from '../../domain/answer-sheet/sheet-layout.ts'
import type { PageContext } from '../addresses/address.ts'
import { languageNames, type Locale } from '../../domain/locale.ts'
import { marksText } from '../../domain/paper.ts'
import { textWithoutMarkup } from '../../domain/markup.ts'
import { hasFigures, passagesAbove, questionParts } from '../../domain/question-parts.ts'
import type { PrintedPaper, PrintedQuestion } from './printed-paper-layout.ts'
import { textWidth } from './text-width.ts'
import { OmrSheet } from './omr-sheet.tsx'
import { Blocks, FormsStyle, SharedPassage } from './question-forms.tsx'
import { InlineStyle } from './inline-assets.tsx'
import { languageName } from './paper-list.tsx'
import { Picture } from './picture.tsx'
import { messagesFor, type Messages } from './messages.ts'

/** A paper for A4 with its answer sheet: one language in two columns, or two languages side by
 *  side. `hrefOf`: the address of this page in a language, with an optional second one; `back`: the
 *  address of the paper. */
export function PrintedPaperPage({
  page,
  paper,
  first,
  second,
  hrefOf,
  back,
}: {
  page: PageContext
  paper: PrintedPaper
  first: Locale
  second: Locale | null
  hrefOf: (first: Locale, second: Locale | null) => string
  back: string
}) {
  const messages = messagesFor(page.locale)
  const [title, ...others] = paper.titles
  return (
    <div className={second === null ? 'sheet' : 'sheet beside'}>
      <InlineStyle name="print" />
      <FormsStyle questions={paper.questions.flatMap(({ wordings }) => wordings)} />
      <PrintOptions
        paper={paper}
        first={first}
        second={second}
        hrefOf={hrefOf}
        back={back}
        messages={messages}
      />
      <div className="questions-part">
        <header>
          <h1 lang={title?.locale}>{title?.text}</h1>
          {others.map(({ locale, text }) => (
            <p key={locale} lang={locale}>
              {text}
            </p>
          ))}
          <p>{rulesText(paper, messages)}</p>
          <p className="blanks">
            <span>{messages.print_name()}:</span> <span>{messages.print_score()}:</span>
          </p>
        </header>
        <Questions paper={paper} pageLocale={page.locale} />
        <p className="from">{page.origin + back}</p>
      </div>
      <OmrSheet
        title={title}
        layout={paper.sheet ?? layoutWithoutMarkers(paper)}
        marks={paper.marks}
        scanAddress={paper.sheet && `${page.origin}${back}/sheet`}
        messages={messages}
      />
    </div>
  )
}

function layoutWithoutMarkers({ questions, marks }: PrintedPaper): SheetLayout {
  const counts = questions.flatMap(({ wordings }) => wordings.map(({ options }) => options.length))
  const circles = circlesOf(Math.max(1, ...counts), marks)
  return sheetLayout({ count: questions.length, circles, maxHeight: sheetHeight, code: null })
}

function rulesText({ questions, minutes, marks }: PrintedPaper, messages: Messages): string {
  const deduction = (fraction: string) =>
    fraction === '0' ? messages.nothing_taken() : `−${marksText(fraction)}`
  return [
    messages.questions({ count: questions.length }),
    messages.minutes({ count: minutes }),
    `${messages.fact_right()} +${marksText(marks.right)}`,
    `${messages.fact_wrong()} ${deduction(marks.wrong)}`,
    `${messages.fact_blank()} ${deduction(marks.blank)}`,
  ].join(' · ')
}

/** The print options: languages, questions, answer sheet. Not printed itself; the check boxes work
 *  without script. */
function PrintOptions({
  paper,
  first,
  second,
  hrefOf,
  back,
  messages,
}: {
  paper: PrintedPaper
  first: Locale
  second: Locale | null
  hrefOf: (first: Locale, second: Locale | null) => string
  back: string
  messages: Messages
}) {
  const others = paper.languages.filter((locale) => locale !== first)
  return (
    <nav className="choice" aria-label={messages.print()}>
      <p>{messages.print_lead()}</p>
      <ul>
        {paper.languages.map((locale) => (
          <li key={locale}>
            <a
              href={hrefOf(locale, null)}
              aria-current={locale === first && second === null ? 'page' : undefined}
              lang={locale}
            >
              {languageNames[locale]}
            </a>
          </li>
        ))}
        {others.map((locale) => (
          <li key={locale}>
            <a href={hrefOf(first, locale)} aria-current={locale === second ? 'page' : undefined}>
              {messages.print_beside({
                first: languageName(first, messages),
                second: languageName(locale, messages),
              })}
            </a>
          </li>
        ))}
      </ul>
      <p className="parts">
        <label>
          <input type="checkbox" className="with-questions" defaultChecked />{' '}
          {messages.omr_print_questions()}
        </label>
        <label>
          <input type="checkbox" className="with-omr" defaultChecked /> {messages.omr_print_sheet()}
        </label>
      </p>
      <p>
        <a href={back}>{messages.print_back()}</a>
      </p>
    </nav>
  )
}

function Questions({
  paper: { sections, questions },
  pageLocale,
}: {
  paper: PrintedPaper
  pageLocale: Locale
}) {
  const passages = passagesAbove(questions.map(({ wordings }) => wordings[0]?.stem ?? ''))
  const numbered = questions.map((question, index) => ({
    question,
    number: index + 1,
    passage: passages[index],
  }))
  return [{ slug: null, name: null }, ...sections].map(({ slug, name }) => {
    const inSection = numbered.filter(({ question }) => question.section === slug)
    return (
      inSection.length > 0 && (
        <section key={slug}>
          {name !== null && <h2 lang={name.locale}>{name.text}</h2>}
          <ol className="questions">
            {inSection.map(({ number, question, passage }) => [
              passage && (
                <li key={`passage-${number}`} className="passage">
                  {question.wordings.map(({ stem, locale }) => (
                    <SharedPassage
                      key={locale}
                      passage={{ ...passage, text: questionParts(stem).passage?.text ?? '' }}
                      locale={pageLocale}
                      written={locale}
                    />
                  ))}
                </li>
              ),
              <li key={question.id} value={number}>
                {question.wordings.map((wording) => (
                  <Wording key={wording.locale} wording={wording} />
                ))}
              </li>,
            ])}
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
  const { lead, blocks } = questionParts(stem)
  return (
    <div lang={locale}>
      <p>
        <RichText text={lead} />
      </p>
      <Blocks text={blocks} />
      {figure && <Picture {...figure} sizes="20rem" />}
      <ol className={optionsClass(options)}>
        {options.map((option, index) => (
          <li key={index}>
            <RichText text={option} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The class for as many options per row as fit in a column of half a page. */
function optionsClass(options: readonly string[]): string | undefined {
  if (options.some(hasFigures)) return 'by-two'
  const maxWidth = Math.max(...options.map((option) => textWidth(textWithoutMarkup(option))))
  if (maxWidth <= 5) return 'by-four'
  return maxWidth <= 15 ? 'by-two' : undefined
}
