import { Maths } from '../../../client/islands/parts/maths.tsx'
import type { AttemptState, QuestionState } from '../../../domain/attempt/journal.ts'
import type { PageContext } from '../../addresses/address.ts'
import { bestOf } from '../../../domain/attempt/attempt.ts'
import { fallbackChain, type Locale } from '../../../domain/locale.ts'
import type { FrozenPaper, FrozenQuestion } from '../../../domain/attempt/solutions.ts'
import { Picture } from '../../ui/picture.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

/** Every question of a paper, each text once for each language; which of them are seen, the page's style decides. */
export function HallQuestions({
  place,
  paper,
  first,
  state,
  words,
}: {
  place: PageContext
  paper: FrozenPaper
  first: Locale
  state: AttemptState
  words: Words
}) {
  const numbered = paper.questions.map((question, index) => ({ question, number: index + 1 }))
  const languages = [first, ...paper.languages.filter((language) => language !== first)]
  const fifth = paper.marks.blank === '0' ? null : words.hall_fifth()
  return (
    <div className="questions">
      {[null, ...paper.sections].map((section) => {
        const own = numbered.filter(({ question }) => question.section === (section?.slug ?? null))
        const name = section && bestOf(section.names, place.locale)
        return (
          own.length > 0 && (
            <section
              key={section?.slug ?? ''}
              id={section ? `section-${section.slug}` : undefined}
              data-section={section?.slug}
            >
              {name && (
                <h2 lang={name.locale === place.locale ? undefined : name.locale}>{name.text}</h2>
              )}
              {own.map(({ question, number }) => (
                <QuestionField
                  key={question.id}
                  question={question}
                  number={number}
                  languages={languages}
                  answered={state.questions.get(question.id)}
                  fifth={fifth}
                  words={words}
                />
              ))}
            </section>
          )
        )
      })}
    </div>
  )
}

function QuestionField({
  question,
  number,
  languages,
  answered,
  fifth,
  words,
}: {
  question: FrozenQuestion
  number: number
  languages: readonly Locale[]
  answered: QuestionState | undefined
  /** What the fifth circle says; null where the sheet has none. */
  fifth: string | null
  words: Words
}) {
  const { section, figure, optionCount, texts } = question
  const Heading = section === null ? 'h2' : 'h3'
  const alt = bestOf(texts, languages[0]!)
  const options = Array.from({ length: optionCount }, (_, option) => option)
  const radio = (option: number) => ({
    type: 'radio',
    name: String(number),
    value: option,
    defaultChecked: answered?.saved === option,
  })
  return (
    <fieldset className="question">
      <legend>
        <Heading>{`${words.question()} ${number}`}</Heading>
        <Lacking texts={texts} languages={languages} />
        <Texts languages={languages} texts={mapped(texts, ({ stem }) => stem)} />
      </legend>
      {figure && (
        <Picture {...figure} alt={alt?.text.alt ?? ''} sizes="(min-width: 46rem) 44rem, 100vw" />
      )}
      {options.map((option) => (
        <label key={option}>
          <input {...radio(option)} />
          <Texts
            languages={languages}
            texts={mapped(texts, ({ options: all }) => all[option] ?? '')}
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

const mapped = (
  texts: FrozenQuestion['texts'],
  of: (text: NonNullable<FrozenQuestion['texts'][Locale]>) => string,
): Texts => Object.fromEntries(Object.entries(texts).map(([locale, text]) => [locale, of(text)]))

/** A text in its languages. What reads the same in all of them stands there once; what lacks a language stands in for
 *  it in the next best one (class `for-xx`). */
function Texts({ languages, texts }: { languages: readonly Locale[]; texts: Texts }) {
  const written = languages.filter((locale) => texts[locale] !== undefined)
  const isSame = new Set(written.map((locale) => texts[locale])).size === 1
  if (isSame && written.length === languages.length)
    return (
      <span>
        <Maths text={texts[written[0]!] ?? ''} />
      </span>
    )
  return written.map((locale) => {
    const standsInFor = languages.filter(
      (other) =>
        texts[other] === undefined &&
        fallbackChain(other).find((next) => written.includes(next)) === locale,
    )
    return (
      <span
        key={locale}
        lang={locale}
        className={standsInFor.map((other) => `for-${other}`).join(' ') || undefined}
      >
        <Maths text={texts[locale] ?? ''} />
      </span>
    )
  })
}

/** In each language that a question lacks: that it does. */
function Lacking({
  texts,
  languages,
}: {
  texts: FrozenQuestion['texts']
  languages: readonly Locale[]
}) {
  return languages
    .filter((locale) => texts[locale] === undefined)
    .map((locale) => (
      <small key={locale} lang={locale}>
        {wordsIn(locale).hall_lacking()}
      </small>
    ))
}
