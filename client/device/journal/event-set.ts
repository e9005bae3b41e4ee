import {
  applyEvent,
  eventId,
  compareEvents,
  replay,
  untouchedQuestion,
  type AttemptState,
  type JournalEvent,
} from '../../../domain/attempt/journal.ts'

/** The standing of an event at the server. unsent: not acknowledged yet. counted: acknowledged, and
 *  part of the answers. apart: acknowledged, but it does not count. */
export type Standing = 'unsent' | 'counted' | 'apart'

export type EventSet = ReturnType<typeof createEventSet>

/** All events of an attempt that this page knows, in memory, and the state they amount to. An event
 *  is never removed. */
export function createEventSet() {
  const known = new Map<string, { event: JournalEvent; standing: Standing }>()
  let state: AttemptState | null = replay([])
  let lastTick = 0

  const eventsOf = (isWanted: (standing: Standing) => boolean) =>
    [...known.values()].filter(({ standing }) => isWanted(standing)).map(({ event }) => event)

  return {
    /** Returns whether the event was new. Of a known event, only the standing changes. */
    add(event: JournalEvent, standing: Standing): boolean {
      const id = eventId(event)
      if (known.has(id)) {
        this.setStanding(id, standing)
        return false
      }
      known.set(id, { event, standing })
      if (state && standing !== 'apart')
        state = event.tick > lastTick ? appended(state, event) : null
      lastTick = Math.max(lastTick, event.tick)
      return true
    },
    /** Returns whether it changed. An acknowledged event never becomes unsent again. */
    setStanding(id: string, standing: Standing): boolean {
      const entry = known.get(id)
      if (!entry || standing === 'unsent' || entry.standing === standing) return false
      if (entry.standing === 'apart' || standing === 'apart') state = null
      entry.standing = standing
      return true
    },
    find: (id: string) => known.get(id),
    /** The same object until something changes. */
    state: () => (state ??= replay(eventsOf((standing) => standing !== 'apart'))),
    lastTick: () => lastTick,
    /** The outbox: events that the server has not acknowledged, in the order of replay. */
    unsent: () => eventsOf((standing) => standing === 'unsent').sort(compareEvents),
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
