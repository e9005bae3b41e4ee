import { scoreText, shareOf } from '../../../domain/attempt/marks.ts'
import type { PageContext } from '../../addresses/address.ts'
import type { LiveResult } from '../../api-client/live-mocks.ts'
import { InlineStyle } from '../../ui/inline-assets.tsx'
import { messagesFor } from '../../ui/messages.ts'

const [width, height, top, bottom] = [320, 170, 26, 22]

/** How many participants have which score, as columns, with the median and the reader's own place;
 *  the same as a table. Rendered on the server. */
export function Distribution({ page, result }: { page: PageContext; result: LiveResult }) {
  const messages = messagesFor(page.locale)
  const { bands, median, own } = result
  const total = bands.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const most = Math.max(...bands.map(({ count }) => count))
  const column = width / bands.length
  const ownScore = own?.score ?? null
  const first = bands[0]!.from
  const perMark = column / (bands[0]!.to - first)
  const xOf = (marks: number) => Math.min(width, Math.max(0, (marks - first) * perMark))
  const isOwn = ({ from, to }: (typeof bands)[number]) =>
    ownScore !== null && shareOf(ownScore, '1') >= from && shareOf(ownScore, '1') < to
  const label = messages.live_distribution_text({
    count: total,
    median: median === null ? '–' : scoreText(median),
  })
  const every = Math.ceil(bands.length / 6)
  const ground = height - bottom
  return (
    <section>
      <InlineStyle name="live" />
      <h2 id="distribution">{messages.live_distribution()}</h2>
      <svg
        className="distribution"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label}
      >
        {bands.map((band, index) => {
          const tall = band.count === 0 ? 0 : Math.max(2, ((ground - top) * band.count) / most)
          return (
            <rect
              key={band.from}
              className={isOwn(band) ? 'own' : undefined}
              x={(index * column + 1).toFixed(1)}
              width={(column - 2).toFixed(1)}
              y={(ground - tall).toFixed(1)}
              height={tall.toFixed(1)}
            />
          )
        })}
        <line x1="0" x2={width} y1={ground} y2={ground} />
        {bands.map(
          ({ from }, index) =>
            index % every === 0 && (
              <text key={from} x={(index * column).toFixed(1)} y={height - 5}>
                {from}
              </text>
            ),
        )}
        {median !== null && (
          <line
            className="median"
            x1={xOf(shareOf(median, '1')).toFixed(1)}
            x2={xOf(shareOf(median, '1')).toFixed(1)}
            y1={top}
            y2={ground}
          />
        )}
        {ownScore !== null && (
          <text
            className="own-label"
            x={Math.min(width - 40, Math.max(40, xOf(shareOf(ownScore, '1')))).toFixed(1)}
            y="14"
            textAnchor="middle"
          >
            {messages.live_you({ score: scoreText(ownScore) })}
          </text>
        )}
      </svg>
      {median !== null && (
        <p className="small">{messages.live_median({ score: scoreText(median) })}</p>
      )}
      <details>
        <summary>{messages.live_as_table()}</summary>
        <table className="live-table" aria-labelledby="distribution">
          <thead>
            <tr>
              <th scope="col">{messages.result_marks()}</th>
              <th scope="col">{messages.live_people()}</th>
            </tr>
          </thead>
          <tbody>
            {bands
              .filter(({ count }) => count > 0)
              .map((band) => (
                <tr key={band.from}>
                  <th scope="row">
                    {messages.live_band({ from: band.from, to: band.to })}
                    {isOwn(band) && <b> {messages.live_here()}</b>}
                  </th>
                  <td>{band.count}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
