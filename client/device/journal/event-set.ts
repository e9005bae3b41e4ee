import {
  applyEvent,
  eventId,
  compareEvents,
  replay,
  untouchedQuestion,
  type AttemptState,
  type JournalEvent,
} from '../../../domain/attempt/journal.ts'

/** The standing of an event at the server. unsent: the server has not named it as stored. counted:
 *  stored, and part of the answers. apart: stored, but it does not count. */
export type Standing = 'unsent' | 'counted' | 'apart'

/** Proof that the server has named every known event as stored. Only an event set without an unsent
 *  event has it: no other code can claim that all answers were sent. */
class AllSent {
  protected readonly isProof = true
  static readonly proof = new AllSent()
}
export type { AllSent }

export type EventSet = ReturnType<typeof createEventSet>

/** All events of an attempt that this page knows, in memory, and the state they amount to. An event
 *  is never removed. */
export function createEventSet() {
  const known = new Map<string, { event: JournalEvent; standing: Standing }>()
  let state: AttemptState | null = replay([])
  let lastTick = 0
  let lastAtMs = 0
  let unsentCount = 0
  let lastQuestion: string | null = null

  const eventsOf = (isWanted: (standing: Standing) => boolean) =>
    [...known.values()].filter(({ standing }) => isWanted(standing)).map(({ event }) => event)

  return {
    /** Returns whether the event was new. A known event takes the standing, the device and the time
     *  that the server has given it. */
    add(event: JournalEvent, standing: Standing): boolean {
      const id = eventId(event)
      const entry = known.get(id)
      if (entry) {
        if (standing !== 'unsent') this.settle(id, standing, event.at, event.device)
        return false
      }
      known.set(id, { event, standing })
      if (standing === 'unsent') unsentCount++
      if (state && standing !== 'apart')
        state = event.tick > lastTick && event.at >= lastAtMs ? appended(state, event) : null
      if (event.question !== null && event.at >= lastAtMs) lastQuestion = event.question
      lastTick = Math.max(lastTick, event.tick)
      lastAtMs = Math.max(lastAtMs, event.at)
      return true
    },
    /** Takes what the server said of an event. Returns whether anything changed. atMs: its time by
     *  the server's estimate. */
    settle(
      id: string,
      standing: Exclude<Standing, 'unsent'>,
      atMs: number | null = null,
      device?: string | null,
    ): boolean {
      const entry = known.get(id)
      if (!entry) return false
      const { event } = entry
      const isMoved = atMs !== null && atMs !== event.at
      const isNamed = Boolean(device) && device !== event.device
      if (isMoved || isNamed) {
        entry.event = { ...event, at: atMs ?? event.at, ...(isNamed && { device: device ?? null }) }
        lastAtMs = Math.max(lastAtMs, entry.event.at)
        state = null
      }
      if (entry.standing === standing) return isMoved || isNamed
      if (entry.standing === 'unsent') unsentCount--
      if (entry.standing === 'apart' || standing === 'apart') state = null
      entry.standing = standing
      return true
    },
    /** Corrects the times of unsent events, when the page has learned the server's time. */
    correct(times: ReadonlyMap<string, number>) {
      for (const [id, at] of times) {
        const entry = known.get(id)
        if (entry?.standing !== 'unsent' || entry.event.at === at) continue
        entry.event = { ...entry.event, at }
        lastAtMs = Math.max(lastAtMs, at)
        state = null
      }
    },
    find: (id: string) => known.get(id),
    /** The same object until something changes. */
    state: () => (state ??= replay(eventsOf((standing) => standing !== 'apart'))),
    lastTick: () => lastTick,
    /** The time of the latest known event: a new one is not earlier. */
    lastAtMs: () => lastAtMs,
    /** The question of the latest event; null if there is none. */
    lastQuestion: () => lastQuestion,
    /** The outbox: events that the server has not acknowledged, in the order of replay. */
    unsent: () => eventsOf((standing) => standing === 'unsent').sort(compareEvents),
    unsentCount: () => unsentCount,
    allSent: (): AllSent | null => (unsentCount === 0 ? AllSent.proof : null),
    /** The events that the server has. */
    settled: () => eventsOf((standing) => standing !== 'unsent'),
    countOf: (wanted: Standing) => eventsOf((standing) => standing === wanted).length,
    all: () => eventsOf(() => true),
  }
}

/** The state after an event that is later than all others, without replaying them. */
function appended(state: AttemptState, event: JournalEvent): AttemptState {
  const { question, tick } = event
  const isSubmitted = state.isSubmitted || event.kind === 'submit'
  if (question === null) return { ...state, isSubmitted, lastTick: tick }
  const changed = applyEvent(state.questions.get(question) ?? untouchedQuestion, event)
  return {
    questions: new Map(state.questions).set(question, changed),
    isSubmitted,
    lastTick: tick,
  }
}
