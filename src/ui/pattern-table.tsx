import type { PageContext } from '../addresses/address.ts'
import { historyOf, type PatternFact, type PatternSheet } from '../../domain/pattern-sheet.ts'
import { dateText } from './dates.ts'
import { Sheet } from './page-parts.tsx'
import { wordsIn, type Words } from './words.ts'

/** What is known of an exam's pattern: every fact with its source, its date, whether it was verified, and what was true before. */
export function PatternTable({ place, sheet }: { place: PageContext; sheet: PatternSheet }) {
  const words = wordsIn(place.locale)
  const lang = sheet.locale === place.locale ? undefined : sheet.locale
  return (
    <section className="pattern" id="pattern" lang={lang}>
      <Sheet of="pattern" />
      <h2>{sheet.title}</h2>
      {sheet.stages.map(({ slug, name, facts }) => (
        <section key={slug}>
          <h3>{name}</h3>
          <dl>
            {facts
              .filter(({ isCurrent }) => isCurrent)
              .map((fact) => (
                <Fact key={fact.id} fact={fact} sheet={sheet} words={words} place={place} />
              ))}
          </dl>
        </section>
      ))}
      <p className="small">{words.checked_on({ date: dateText(sheet.checkedOn, place.locale) })}</p>
    </section>
  )
}

function Fact({
  fact,
  sheet,
  words,
  place,
}: {
  fact: PatternFact
  sheet: PatternSheet
  words: Words
  place: PageContext
}) {
  const earlier = historyOf(fact, sheet)
  return (
    <div>
      <dt>{factNames[fact.is](words)}</dt>
      <dd>
        <p>{fact.value}</p>
        {fact.note && <p className="small">{fact.note}</p>}
        <Origin fact={fact} words={words} place={place} />
        {earlier.length > 0 && (
          <details>
            <summary>{words.pattern_before()}</summary>
            {earlier.map((before) => (
              <div key={before.id}>
                <p>{before.value}</p>
                <Origin fact={before} words={words} place={place} />
              </div>
            ))}
          </details>
        )}
      </dd>
    </div>
  )
}

/** 'verified · KEA notification, 13 March 2024'. Sources are named in the language they are in. */
function Origin({ fact, words, place }: { fact: PatternFact; words: Words; place: PageContext }) {
  const { source, url, dated, isVerified } = fact
  return (
    <p className="small">
      <b className={isVerified ? 'verified' : undefined}>
        {isVerified ? words.pattern_verified() : words.pattern_not_verified()}
      </b>
      {' · '}
      {url ? (
        <a href={url} rel="nofollow noopener" lang="en">
          {source}
        </a>
      ) : (
        <span lang="en">{source}</span>
      )}
      {', '}
      <time dateTime={dated}>{dated.length === 10 ? dateText(dated, place.locale) : dated}</time>
    </p>
  )
}

const factNames: Record<PatternFact['is'], (words: Words) => string> = {
  selection: (words) => words.pattern_selection(),
  mode: (words) => words.pattern_mode(),
  papers: (words) => words.pattern_papers(),
  questions: (words) => words.fact_questions(),
  marks: (words) => words.pattern_marks(),
  time: (words) => words.fact_time(),
  right: (words) => words.fact_right(),
  wrong: (words) => words.fact_wrong(),
  blank: (words) => words.fact_blank(),
  language: (words) => words.fact_languages(),
  qualifying: (words) => words.pattern_qualifying(),
  syllabus: (words) => words.pattern_syllabus(),
}
