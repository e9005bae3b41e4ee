import { provisionalHours } from '../../../domain/attempt/provisional.ts'
import { endOf, lastEntryOf } from '../../../domain/live-mock/live-mock.ts'
import type { PageContext } from '../../addresses/address.ts'
import type { LiveMock } from '../../api-client/live-mocks.ts'
import { dateText, clockText } from '../../ui/dates.ts'
import { messagesFor } from '../../ui/messages.ts'

const clock = (ms: number) => clockText(new Date(ms).toISOString())

/** The rules by which the clock and the ranks are fair, with this live mock's own times. */
export function LiveRules({ page: { locale }, mock }: { page: PageContext; mock: LiveMock }) {
  const messages = messagesFor(locale)
  const end = clock(endOf(mock))
  const results = { date: dateText(mock.resultsAt, locale), time: clockText(mock.resultsAt) }
  return (
    <section>
      <h2>{messages.live_rules()}</h2>
      <ul className="live-rules">
        <li>{messages.live_rule_end({ bell: clockText(mock.bellAt), end })}</li>
        <li>{messages.live_rule_late({ time: clock(lastEntryOf(mock)) })}</li>
        <li>{messages.live_rule_cut_off({ end })}</li>
        <li>{messages.live_rule_clock()}</li>
        <li>{messages.live_rule_results(results)}</li>
        <li>{messages.live_rule_arrives_late({ hours: provisionalHours })}</li>
        <li>{messages.live_rule_ties()}</li>
        <li>{messages.live_rule_percentile()}</li>
      </ul>
    </section>
  )
}
