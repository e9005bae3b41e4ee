import type { PageContext } from '../../addresses/address.ts'
import { scoreTexts } from '../../../domain/attempt/marks.ts'
import { bestTextOf } from '../../../domain/attempt/attempt.ts'
import type { SectionResult, TopicResult } from '../../../domain/attempt/attempt-result.ts'
import { ShareBar } from '../../ui/charts/share-bar.tsx'
import { messagesFor, type Messages } from '../../ui/messages.ts'

/** Right answers, wrong answers and marks of every section, with a bar each. */
export function Sections({
  page,
  sections,
}: {
  page: PageContext
  sections: readonly SectionResult[]
}) {
  if (sections.length < 2) return null
  const messages = messagesFor(page.locale)
  const scores = scoreTexts(sections.map(({ score }) => score))
  return (
    <section>
      <h2 id="sections">{messages.result_sections()}</h2>
      <table className="breakdown" aria-labelledby="sections">
        <thead>
          <tr>
            <th scope="col">{messages.result_section()}</th>
            <th scope="col">{messages.result_right()}</th>
            <th scope="col">{messages.result_wrong()}</th>
            <th scope="col">{messages.result_marks()}</th>
          </tr>
        </thead>
        <tbody>
          {sections.map((section, index) => (
            <SectionRow
              key={section.slug}
              page={page}
              section={section}
              score={scores[index] ?? ''}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function SectionRow({
  page,
  section,
  score,
}: {
  page: PageContext
  section: SectionResult
  score: string
}) {
  const messages = messagesFor(page.locale)
  const { names, right, wrong, blank, notAnswered, awarded } = section
  const named = bestTextOf(names, page.locale)
  const name = named?.text ?? messages.result_other_section()
  const rest = blank + notAnswered + awarded + section.void
  return (
    <tr>
      <th scope="row">
        <span lang={named?.locale}>{name}</span>
        <ShareBar
          right={right}
          wrong={wrong}
          rest={rest}
          label={messages.result_bar({ name, right, wrong, rest })}
        />
      </th>
      <td>{right}</td>
      <td>{wrong}</td>
      <td>{score}</td>
    </tr>
  )
}

const visibleTopics = 6

/** Topics to read again, those with the most wrong answers first. */
export function Topics({ page, topics }: { page: PageContext; topics: readonly TopicResult[] }) {
  if (topics.length < 2) return null
  const messages = messagesFor(page.locale)
  return (
    <section>
      <h2>{messages.result_topics()}</h2>
      <TopicList topics={topics.slice(0, visibleTopics)} messages={messages} />
      {topics.length > visibleTopics && (
        <details>
          <summary>{messages.result_topics_more({ count: topics.length })}</summary>
          <TopicList topics={topics.slice(visibleTopics)} messages={messages} />
        </details>
      )}
    </section>
  )
}

function TopicList({ topics, messages }: { topics: readonly TopicResult[]; messages: Messages }) {
  return (
    <ul className="topics">
      {topics.map(({ slug, name, locale, right, wrong, total }) => {
        const rest = total - right - wrong
        return (
          <li key={slug}>
            <span lang={locale}>{name}</span>
            <small>{messages.result_right_of({ right, total })}</small>
            <ShareBar
              right={right}
              wrong={wrong}
              rest={rest}
              label={messages.result_bar({ name, right, wrong, rest })}
            />
          </li>
        )
      })}
    </ul>
  )
}
