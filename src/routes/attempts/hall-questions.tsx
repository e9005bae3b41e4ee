import { RichText } from '../../../client/islands/parts/rich-text.tsx'
import type { AttemptState, QuestionState } from '../../../domain/attempt/journal.ts'
import type { PageContext } from '../../addresses/address.ts'
import { bestTextOf } from '../../../domain/attempt/attempt.ts'
import { fallbackChain, type Locale } from '../../../domain/locale.ts'
import { questionParts } from '../../../domain/question-parts.ts'
import type { PaperVersion, PaperVersionQuestion } from '../../../domain/attempt/solutions.ts'
import { Picture } from '../../ui/picture.tsx'
import { FormsStyle } from '../../ui/question-forms.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** Every question of a paper, each text once per language. The style sheet decides which languages
 *  are visible. */
export function HallQuestions({
  page,
  paper,
  first,
  state,
}: {
  page: PageContext
  paper: PaperVersion
  first: Locale
  state: AttemptState
}) {
  const messages = messagesFor(page.locale)
  const numbered = paper.questions.map((question, index) => ({ question, number: index + 1 }))
  const languages = [first, ...paper.languages.filter((language) => language !== first)]
  const fifth = paper.marks.blank === '0' ? null : messages.hall_fifth()
  return (
    <div className="questions">
      <FormsStyle questions={paper.questions.flatMap(({ texts }) => Object.values(texts))} />
      {[null, ...paper.sections].map((section) => {
        const inSection = numbered.filter(
          ({ question }) => question.section === (section?.slug ?? null),
        )
        const name = section && bestTextOf(section.names, page.locale)
        return (
          inSection.length > 0 && (
            <section
              key={section?.slug ?? ''}
              id={section ? `section-${section.slug}` : undefined}
              data-section={section?.slug}
            >
              {name && (
                <h2 lang={name.locale === page.locale ? undefined : name.locale}>{name.text}</h2>
              )}
              {inSection.map(({ question, number }) => (
                <HallQuestion
                  key={question.id}
                  question={question}
                  number={number}
                  languages={languages}
                  answered={state.questions.get(question.id)}
                  fifth={fifth}
                  messages={messages}
                />
              ))}
            </section>
          )
        )
      })}
    </div>
  )
}

function HallQuestion({
  question,
  number,
  languages,
  answered,
  fifth,
  messages,
}: {
  question: PaperVersionQuestion
  number: number
  languages: readonly Locale[]
  answered: QuestionState | undefined
  /** Label of the fifth option "not answered"; null if blank answers cost no marks. */
  fifth: string | null
  messages: Messages
}) {
  const { section, figure, optionCount, texts } = question
  const Heading = section === null ? 'h2' : 'h3'
  const alt = bestTextOf(texts, languages[0]!)
  const options = Array.from({ length: optionCount }, (_, option) => option)
  const passage = mapTexts(texts, ({ stem }) => questionParts(stem).passage?.text ?? '')
  const lead = mapTexts(texts, ({ stem }) => questionParts(stem).lead)
  const blocks = mapTexts(texts, ({ stem }) => questionParts(stem).blocks)
  const hasPassage = Object.values(passage).some((text) => text !== '')
  const askedId = hasPassage ? `asked-${number}` : undefined
  const radio = (option: number) => ({
    type: 'radio',
    name: String(number),
    value: option,
    defaultChecked: answered?.saved === option,
  })
  return (
    <fieldset className="question" aria-describedby={askedId}>
      <legend>
        <Heading>{`${messages.question()} ${number}`}</Heading>
        <MissingTranslation texts={texts} languages={languages} />
        {!hasPassage && <Texts languages={languages} texts={lead} />}
      </legend>
      {hasPassage && (
        <>
          <Texts as="div" languages={languages} texts={passage} />
          <div className="asked" id={askedId}>
            <Texts languages={languages} texts={lead} />
          </div>
        </>
      )}
      <Texts as="div" languages={languages} texts={blocks} />
      {figure && (
        <Picture {...figure} alt={alt?.text.alt ?? ''} sizes="(min-width: 46rem) 44rem, 100vw" />
      )}
      {options.map((option) => (
        <label key={option}>
          <input {...radio(option)} />
          <Texts
            languages={languages}
            texts={mapTexts(texts, ({ options: all }) => all[option] ?? '')}
          />
        </label>
      ))}
      {fifth !== null && (
        <label className="fifth">
          <input {...radio(optionCount)} />
          <span>{fifth}</span>
        </label>
      )}
    </fieldset>
  )
}

type Texts = Partial<Record<Locale, string>>

const mapTexts = (
  texts: PaperVersionQuestion['texts'],
  of: (text: NonNullable<PaperVersionQuestion['texts'][Locale]>) => string,
): Texts => Object.fromEntries(Object.entries(texts).map(([locale, text]) => [locale, of(text)]))

/** A text in its languages. A text that is the same in all of them is rendered once. Where a
 *  language is missing, the next one in its fallback chain is shown instead (class `for-xx`). */
function Texts({
  languages,
  texts,
  as: Part = 'span',
}: {
  languages: readonly Locale[]
  texts: Texts
  as?: 'span' | 'div'
}) {
  const written = languages.filter((locale) => texts[locale] !== undefined)
  if (written.every((locale) => texts[locale] === '')) return null
  const isSame = new Set(written.map((locale) => texts[locale])).size === 1
  if (isSame && written.length === languages.length)
    return (
      <Part>
        <RichText text={texts[written[0]!] ?? ''} />
      </Part>
    )
  return written.map((locale) => {
    const replacedLocales = languages.filter(
      (other) =>
        texts[other] === undefined &&
        fallbackChain(other).find((next) => written.includes(next)) === locale,
    )
    return (
      <Part
        key={locale}
        lang={locale}
        className={replacedLocales.map((other) => `for-${other}`).join(' ') || undefined}
      >
        <RichText text={texts[locale] ?? ''} />
      </Part>
    )
  })
}

/** A note that the question is not translated, in each missing language. */
function MissingTranslation({
  texts,
  languages,
}: {
  texts: PaperVersionQuestion['texts']
  languages: readonly Locale[]
}) {
  return languages
    .filter((locale) => texts[locale] === undefined)
    .map((locale) => (
      <small key={locale} lang={locale}>
        {messagesFor(locale).hall_not_translated()}
      </small>
    ))
}
