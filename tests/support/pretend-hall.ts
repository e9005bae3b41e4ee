import { openJournal, type AttemptJournal } from '../../client/device/attempt-journal.ts'
import { diceOf } from './dice.ts'
import { pretendDevice, pretendTime, type Answering } from './pretend-device.ts'
import { pretendServer } from './pretend-server.ts'

export const minute = 60_000
export const attemptId = '3f2b8c1e-7a54-4d0b-9c3e-1f6a2b7d8e90'
export const carryKey = 'k3V9w2X8-m4qp_Za'
export const questions = Array.from({ length: 100 }, (_, index) => `question${index}`)
const startsAt = Date.UTC(2026, 10, 21, 4, 30)

/** An attempt of an hour that has just begun, its server, and a phone. `through`: what stands between phone and server. */
export function pretendHall({
  seed = 1,
  mode = 'exam',
  through = (answer) => answer,
}: {
  seed?: number
  mode?: 'exam' | 'practice'
  through?: (answer: Answering) => Answering
} = {}) {
  const time = pretendTime(startsAt)
  const endsAtMs = mode === 'exam' ? startsAt + 60 * minute : null
  const server = pretendServer({ clock: time.now, endsAtMs, graceMs: 2 * minute, questions })
  const answer = through(server.answer)
  const device = pretendDevice(time, answer, diceOf(seed))

  /** A page of the hall: out of the network, or out of the phone's own copy. Waits until it has asked the server. */
  async function open(
    on: { isKept?: boolean; device?: typeof device } = {},
  ): Promise<AttemptJournal & { page: ReturnType<typeof device.openPage> }> {
    const isKept = on.isKept ?? false
    const page = (on.device ?? device).openPage({ isKept })
    const serverNowMs = isKept ? startsAt : time.now()
    const opened: AttemptJournal[] = []
    void openJournal(
      { id: attemptId, carryKey, mode, endsAtMs, serverNowMs, questions },
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
    anotherDevice: () => pretendDevice(time, answer, diceOf(seed + 1)),
    /** What is on the server, by question. */
    savedThere: () =>
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
