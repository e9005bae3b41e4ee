import type { PageContext } from '../addresses/address.ts'
import { historyOf, type PatternFact, type PatternSheet } from '../../domain/pattern-sheet.ts'
import { authoritativeLocale } from '../../domain/locale.ts'
import { dateText } from './dates.ts'
import { InlineStyle } from './inline-assets.tsx'
import { messagesFor, type Messages } from './messages.ts'

/** An exam's pattern: every fact with its source, date, whether it is verified, and earlier
 *  values. */
export function PatternTable({ page, sheet }: { page: PageContext; sheet: PatternSheet }) {
  const messages = messagesFor(page.locale)
  const lang = sheet.locale === page.locale ? undefined : sheet.locale
  return (
    <section className="pattern" id="pattern" lang={lang}>
      <InlineStyle name="pattern" />
      <h2>{sheet.title}</h2>
      {sheet.stages.map(({ slug, name, facts }) => (
        <section key={slug}>
          <h3>{name}</h3>
          <dl>
            {facts
              .filter(({ isCurrent }) => isCurrent)
              .map((fact) => (
                <Fact key={fact.id} fact={fact} sheet={sheet} page={page} />
              ))}
          </dl>
        </section>
      ))}
      <p className="small">
        {messages.checked_on({ date: dateText(sheet.checkedOn, page.locale) })}
      </p>
    </section>
  )
}

function Fact({
  fact,
  sheet,
  page,
}: {
  fact: PatternFact
  sheet: PatternSheet
  page: PageContext
}) {
  const messages = messagesFor(page.locale)
  const earlier = historyOf(fact, sheet)
  return (
    <div>
      <dt>{factNames[fact.is](messages)}</dt>
      <dd>
        <p>{fact.value}</p>
        {fact.note && <p className="small">{fact.note}</p>}
        <Origin fact={fact} page={page} />
        {earlier.length > 0 && (
          <details>
            <summary>{messages.pattern_before()}</summary>
            {earlier.map((before) => (
              <div key={before.id}>
                <p>{before.value}</p>
                <Origin fact={before} page={page} />
              </div>
            ))}
          </details>
        )}
      </dd>
    </div>
  )
}

/** 'Sources agree · KEA press note, September 2025'. Most sources are press and coaching sites that
 *  cite a notification; they are cited in the authoritative language. */
function Origin({ fact, page }: { fact: PatternFact; page: PageContext }) {
  const messages = messagesFor(page.locale)
  const { source, url, dated, isVerified } = fact
  return (
    <p className="small">
      <b className={isVerified ? 'verified' : undefined}>
        {isVerified ? messages.pattern_verified() : messages.pattern_not_verified()}
      </b>
      {' · '}
      {url ? (
        <a href={url} rel="nofollow noopener" lang={authoritativeLocale}>
          {source}
        </a>
      ) : (
        <span lang={authoritativeLocale}>{source}</span>
      )}
      {', '}
      <time dateTime={dated}>{dated.length === 10 ? dateText(dated, page.locale) : dated}</time>
    </p>
  )
}

const factNames: Record<PatternFact['is'], (messages: Messages) => string> = {
  selection: (messages) => messages.pattern_selection(),
  mode: (messages) => messages.pattern_mode(),
  papers: (messages) => messages.pattern_papers(),
  questions: (messages) => messages.fact_questions(),
  marks: (messages) => messages.pattern_marks(),
  time: (messages) => messages.fact_time(),
  right: (messages) => messages.fact_right(),
  wrong: (messages) => messages.fact_wrong(),
  blank: (messages) => messages.fact_blank(),
  language: (messages) => messages.fact_languages(),
  qualifying: (messages) => messages.pattern_qualifying(),
  syllabus: (messages) => messages.pattern_syllabus(),
}
