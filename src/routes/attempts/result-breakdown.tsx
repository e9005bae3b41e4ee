import type { PageContext } from '../../addresses/address.ts'
import { scoreTexts } from '../../../domain/attempt/marks.ts'
import { bestOf } from '../../../domain/attempt/attempt.ts'
import type { SectionResult, TopicResult } from '../../../domain/attempt/attempt-result.ts'
import { ShareBar } from '../../ui/charts/share-bar.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

/** Right, wrong and marks of every section, with a bar each. */
export function Sections({
  place,
  sections,
}: {
  place: PageContext
  sections: readonly SectionResult[]
}) {
  if (sections.length < 2) return null
  const words = wordsIn(place.locale)
  const scores = scoreTexts(sections.map(({ score }) => score))
  return (
    <section>
      <h2 id="sections">{words.result_sections()}</h2>
      <table className="breakdown" aria-labelledby="sections">
        <thead>
          <tr>
            <th scope="col">{words.result_section()}</th>
            <th scope="col">{words.result_right()}</th>
            <th scope="col">{words.result_wrong()}</th>
            <th scope="col">{words.result_marks()}</th>
          </tr>
        </thead>
        <tbody>
          {sections.map((section, index) => (
            <SectionRow
              key={section.slug}
              place={place}
              section={section}
              score={scores[index] ?? ''}
              words={words}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function SectionRow({
  place,
  section,
  score,
  words,
}: {
  place: PageContext
  section: SectionResult
  score: string
  words: Words
}) {
  const { names, right, wrong, blank, notAnswered, awarded } = section
  const named = bestOf(names, place.locale)
  const name = named?.text ?? words.result_other_section()
  const rest = blank + notAnswered + awarded + section.void
  return (
    <tr>
      <th scope="row">
        <span lang={named?.locale}>{name}</span>
        <ShareBar
          right={right}
          wrong={wrong}
          rest={rest}
          label={words.result_bar({ name, right, wrong, rest })}
        />
      </th>
      <td>{right}</td>
      <td>{wrong}</td>
      <td>{score}</td>
    </tr>
  )
}

const topicsAtOnce = 6

/** What to read again: the topics in which most went wrong come first. */
export function Topics({ place, topics }: { place: PageContext; topics: readonly TopicResult[] }) {
  if (topics.length < 2) return null
  const words = wordsIn(place.locale)
  return (
    <section>
      <h2>{words.result_topics()}</h2>
      <TopicList topics={topics.slice(0, topicsAtOnce)} words={words} />
      {topics.length > topicsAtOnce && (
        <details>
          <summary>{words.result_topics_more({ count: topics.length })}</summary>
          <TopicList topics={topics.slice(topicsAtOnce)} words={words} />
        </details>
      )}
    </section>
  )
}

function TopicList({ topics, words }: { topics: readonly TopicResult[]; words: Words }) {
  return (
    <ul className="topics">
      {topics.map(({ slug, name, locale, right, wrong, total }) => {
        const rest = total - right - wrong
        return (
          <li key={slug}>
            <span lang={locale}>{name}</span>
            <small>{words.result_right_of({ right, total })}</small>
            <ShareBar
              right={right}
              wrong={wrong}
              rest={rest}
              label={words.result_bar({ name, right, wrong, rest })}
            />
          </li>
        )
      })}
    </ul>
  )
}
