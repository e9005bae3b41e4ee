import { fractionText } from '../../../domain/attempt/marks.ts'
import type { Progress, ProgressTopic, TopicPoint } from '../../../domain/study/progress.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { messagesFor, type Messages } from '../../ui/messages.ts'
import { Figures } from './figures.tsx'

/** What the dearest topics cost, and the drill on them. */
export function WeakTopics({
  page,
  exam,
  weak,
}: {
  page: PageContext
  exam: string
  weak: Progress['weak']
}) {
  if (weak === null) return null
  const messages = messagesFor(page.locale)
  const { papers, topics } = weak
  const marks = fractionText(weak.marks)
  return (
    <section className="weak">
      <h2>
        {topics.length === 1
          ? messages.progress_weak_one({ marks })
          : messages.progress_weak({ count: topics.length, marks })}
      </h2>
      <p className="small">{messages.progress_weak_about({ papers })}</p>
      <ul>
        {topics.map(({ slug, name, locale, marks, questions }) => (
          <li key={slug}>
            <span lang={locale === page.locale ? undefined : locale}>{name}</span>
            <small>{messages.progress_weak_line({ questions })}</small>
            <b>{fractionText(marks)}</b>
          </li>
        ))}
      </ul>
      <form method="post" action={localizedPath('/progress/drill', page.locale)}>
        <input type="hidden" name="exam" value={exam} />
        <button className="btn wide">{messages.progress_drill_start()}</button>
      </form>
    </section>
  )
}

const topicsInSight = 6

/** How well each topic went in each paper, as circles. */
export function TopicsOverTime({
  page,
  topics,
}: {
  page: PageContext
  topics: readonly ProgressTopic[]
}) {
  if (topics.length === 0) return null
  const messages = messagesFor(page.locale)
  const lines = (some: readonly ProgressTopic[]) => (
    <ul className="topic-lines">
      {some.map((topic) => (
        <TopicLine key={topic.slug} page={page} topic={topic} messages={messages} />
      ))}
    </ul>
  )
  return (
    <section>
      <h2 id="topics">{messages.progress_topics()}</h2>
      <p className="small">{messages.progress_topics_about()}</p>
      {lines(topics.slice(0, topicsInSight))}
      {topics.length > topicsInSight && (
        <details className="figures">
          <summary>{messages.progress_topics_all({ count: topics.length })}</summary>
          {lines(topics.slice(topicsInSight))}
        </details>
      )}
      <Figures
        page={page}
        labelledBy="topics"
        head={[
          messages.progress_topic(),
          ...(topics[0]?.points ?? []).map(
            (_, index) => `${messages.progress_paper()} ${index + 1}`,
          ),
        ]}
        rows={topics.map(({ name, locale, points }) => [
          <span key="name" lang={locale === page.locale ? undefined : locale}>
            {name}
          </span>,
          ...points.map(pointText),
        ])}
      />
    </section>
  )
}

const pointText = ({ right, total }: TopicPoint) => (total === 0 ? '–' : `${right}/${total}`)

function TopicLine({
  page,
  topic: { name, locale, points },
  messages,
}: {
  page: PageContext
  topic: ProgressTopic
  messages: Messages
}) {
  const asked = points.filter(({ total }) => total > 0)
  const [first, last] = [asked[0], asked.at(-1)]
  const word = asked.length > 1 && first && last ? directionText(first, last, messages) : null
  return (
    <li>
      <span lang={locale === page.locale ? undefined : locale}>{name}</span>
      <TopicCircles points={points} />
      <small>
        {asked.length > 1 && first && `${pointText(first)} → `}
        {last && pointText(last)}
        {word !== null && ` · ${word}`}
      </small>
    </li>
  )
}

/** From so many questions on, a difference says something. */
const minQuestions = 5
/** A smaller difference of the shares is chance. */
const minPercent = 15

function directionText(first: TopicPoint, last: TopicPoint, messages: Messages): string | null {
  if (first.total < minQuestions || last.total < minQuestions) return null
  const percent = (100 * last.right) / last.total - (100 * first.right) / first.total
  if (percent >= minPercent) return messages.progress_rising()
  return percent <= -minPercent ? messages.progress_falling() : messages.progress_level()
}

const [radius, pitch, middle] = [9.5, 24, 12]

/** A circle for each paper, filled from below as far as its answers were right. */
function TopicCircles({ points }: { points: readonly TopicPoint[] }) {
  return (
    <svg
      className="topic-circles"
      viewBox={`0 0 ${points.length * pitch} ${2 * middle}`}
      width={points.length * pitch}
      height={2 * middle}
      aria-hidden="true"
    >
      {points.map(({ right, total }, index) => {
        const x = middle + index * pitch
        if (total === 0) return <path key={index} className="none" d={`M${x - 5} ${middle}h10`} />
        return (
          <g key={index}>
            <circle className="ring" cx={x} cy={middle} r={radius} />
            {right === total ? (
              <circle className="lead" cx={x} cy={middle} r={radius} />
            ) : (
              right > 0 && <path className="lead" d={segment(x, right / total)} />
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** The lower part of a circle, up to a share of its height. */
function segment(x: number, share: number): string {
  const y = middle + radius - 2 * radius * share
  const half = Math.sqrt(radius ** 2 - (y - middle) ** 2)
  const arc = `A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 0`
  return `M${(x - half).toFixed(1)} ${y.toFixed(1)}${arc} ${(x + half).toFixed(1)} ${y.toFixed(1)}Z`
}
