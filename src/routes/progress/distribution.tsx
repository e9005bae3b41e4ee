import { bestTextOf } from '../../../domain/attempt/attempt.ts'
import type { Progress } from '../../../domain/study/progress.ts'
import type { PageContext } from '../../addresses/address.ts'
import { messagesFor } from '../../ui/messages.ts'
import { Figures } from './figures.tsx'

const [width, height, top, bottom] = [340, 130, 22, 22]

/** The scores of all first attempts at one paper, with the reader's own place. */
export function DistributionChart({
  page,
  progress: { distribution, papers },
}: {
  page: PageContext
  progress: Progress
}) {
  if (distribution === null) return null
  const messages = messagesFor(page.locale)
  const { bins, own, count, below, attempt } = distribution
  const paper = papers.find(({ id }) => id === attempt)
  const title = (paper && bestTextOf(paper.title, page.locale)?.text) ?? paper?.test ?? ''
  const about = messages.progress_distribution_about({ title, count, below })
  const max = Math.max(...bins)
  const column = width / bins.length
  const percentOf = (index: number) => (100 / bins.length) * index
  const markX = Math.min(width - 20, Math.max(20, (own + 0.5) * column))
  return (
    <section>
      <h2 id="distribution">{messages.progress_distribution()}</h2>
      <p>{about}</p>
      <svg className="picture" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={about}>
        {bins.map((people, index) => {
          const tall = (people / max) * (height - top - bottom)
          return (
            people > 0 && (
              <rect
                key={index}
                className={index === own ? 'own' : 'others'}
                x={index * column + 1}
                width={column - 2}
                y={height - bottom - tall}
                height={tall}
              />
            )
          )
        })}
        <text className="label" x={markX} y={14} textAnchor="middle">
          {messages.progress_you()}
        </text>
        <path className="mark" d={`M${(own + 0.5) * column} 18v8`} />
        <path className="ground" d={`M0 ${height - bottom}.5H${width}`} />
        {[0, 5, 10, 15, 20].map((index) => (
          <text
            key={index}
            x={index * column}
            y={height - 6}
            textAnchor={index === 0 ? 'start' : index === bins.length ? 'end' : 'middle'}
          >
            {percentOf(index)}
          </text>
        ))}
      </svg>
      <Figures
        page={page}
        labelledBy="distribution"
        head={[messages.progress_share(), messages.progress_people()]}
        rows={bins.flatMap((people, index) =>
          people === 0
            ? []
            : [
                [
                  `${percentOf(index)}–${percentOf(index + 1)}${
                    index === own ? ` (${messages.progress_you()})` : ''
                  }`,
                  people,
                ],
              ],
        )}
      />
    </section>
  )
}
