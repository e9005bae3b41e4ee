import { documented, simulateExamDay, type DatabaseCosts, type ExamDay } from './exam-day.ts'

const day = {
  ...{ guestShare: 0.5, minutes: 95, untilEndShare: 0.7, endSeconds: 60, pauseSeconds: 24 },
  seed: 20261124,
}

/** Each number of participants in three ways to begin. */
const days: (ExamDay & { name: string })[] = [1000, 10_000, 100_000, 1_000_000].flatMap(
  (participants) => [
    { ...day, participants, name: 'live mock', beginSeconds: 60, isLive: true },
    { ...day, participants, name: 'a test, same minute', beginSeconds: 60, isLive: false },
    { ...day, participants, name: 'a test, three hours', beginSeconds: 10_800, isLive: false },
  ],
)

/** What exam days ask of each component, as a table; a share above 0.5 of what Cloudflare documents
 *  is marked. Cost: about ten seconds. */
export function examDaysTable(costs: DatabaseCosts): string {
  const rows = days.map((one) => {
    const peaks = simulateExamDay(one, costs)
    const queueShare = peaks.messagesPerSecond / documented.messagesPerSecond
    return [
      `${one.name}, ${one.participants.toLocaleString('en-IN')}`,
      peaks.requestsPerSecond.toFixed(0),
      share(peaks.objectRequestsPerSecond / documented.objectRequestsPerSecond),
      share(queueShare),
      share((peaks.waitingMessages * documented.messageBytes) / documented.queueBytes),
      share(peaks.writerShare),
      share(peaks.replicaShare),
      `${peaks.writerWaitSeconds.toFixed(1)} s`,
      `${peaks.lastSummarySeconds} s`,
    ]
  })
  const head = [
    ...['participants', 'requests/s', 'an object', 'queue: messages/s', 'queue: backlog'],
    ...['D1: writer', 'D1: nearest replica', 'longest wait', 'last summary after'],
  ]
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const costRows = Object.entries(costs).map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
  return `${costRows.join(', ')}\n\n${lines.join('\n')}`
}

const share = (value: number) => `${value.toFixed(value < 0.1 ? 3 : 2)}${value > 0.5 ? ' !' : ''}`
