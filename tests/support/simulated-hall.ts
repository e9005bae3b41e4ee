import { openJournal, type AttemptJournal } from '../../client/device/journal/attempt-journal.ts'
import { seededRandom } from './seeded-random.ts'
import { simulateDevice, simulateTime, type Answering } from './simulated-device.ts'
import { simulateServer } from './simulated-server.ts'

export const minute = 60_000
export const attemptId = '3f2b8c1e-7a54-4d0b-9c3e-1f6a2b7d8e90'
export const carryKey = 'k3V9w2X8-m4qp_Za'
export const questions = Array.from({ length: 100 }, (_, index) => `question${index}`)
const startsAt = Date.UTC(2026, 10, 21, 4, 30)

/** An attempt of one hour that has just started, its server, and a phone. `through`: wraps the
 *  server's function that answers the phone. */
export function simulateHall({
  seed = 1,
  mode = 'exam',
  questionIds = questions,
  through = (answer) => answer,
}: {
  seed?: number
  mode?: 'exam' | 'practice'
  questionIds?: readonly string[]
  through?: (answer: Answering) => Answering
} = {}) {
  const time = simulateTime(startsAt)
  const endsAtMs = mode === 'exam' ? startsAt + 60 * minute : null
  const server = simulateServer({
    ...{ clock: () => Math.floor(time.now()), endsAtMs, graceMs: 2 * minute },
    questions: questionIds,
  })
  const answer = through(server.answer)
  const device = simulateDevice(time, answer, seededRandom(seed))

  /** Opens a page of the hall, from the network or from the phone's offline copy. Waits for
   *  its first requests. */
  async function open(
    on: { isOfflineCopy?: boolean; device?: typeof device } = {},
  ): Promise<AttemptJournal & { page: ReturnType<typeof device.openPage> }> {
    const isOfflineCopy = on.isOfflineCopy ?? false
    const page = (on.device ?? device).openPage({ isOfflineCopy })
    const serverNowMs = isOfflineCopy ? startsAt : time.now()
    const opened: AttemptJournal[] = []
    void openJournal(
      { id: attemptId, carryKey, mode, endsAtMs, serverNowMs, questions: questionIds },
      page.ports,
    ).then((journal) => opened.push(journal))
    await time.pass(3000)
    return Object.assign(opened[0]!, { page })
  }

  return {
    time,
    server,
    device,
    endsAtMs: endsAtMs ?? Infinity,
    open,
    anotherDevice: () => simulateDevice(time, answer, seededRandom(seed + 1)),
    /** The saved options on the server, by question. */
    savedOnServer: () =>
      Object.fromEntries(
        [...server.state().questions]
          .filter(([, { saved }]) => saved !== null)
          .map(([id, { saved }]) => [id, saved]),
      ),
  }
}

export const tap = (
  question: number,
  option: number | null,
  kind: 'choose' | 'save' | 'mark' | 'visit' | 'leave' = 'save',
) => ({ kind, question: questions[question]!, option, locale: 'kn', spentMs: 1000 }) as const
