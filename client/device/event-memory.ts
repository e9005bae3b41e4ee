import {
  after,
  eventId,
  inOrder,
  replay,
  untouched,
  type AttemptState,
  type JournalEvent,
} from '../../domain/attempt/journal.ts'

/** unsent: the server has not said that it has it. counted, apart: it has, and takes it for part of the answers or not. */
export type Standing = 'unsent' | 'counted' | 'apart'

export type EventMemory = ReturnType<typeof openMemory>

/** All events of an attempt that this page knows, and the state they amount to. An event is never taken out. */
export function openMemory() {
  const known = new Map<string, { event: JournalEvent; standing: Standing }>()
  let state: AttemptState | null = replay([])
  let lastTick = 0

  const eventsThat = (isMeant: (standing: Standing) => boolean) =>
    [...known.values()].filter(({ standing }) => isMeant(standing)).map(({ event }) => event)

  return {
    /** Whether it was new. One that is known keeps what it is; news of its standing is taken. */
    add(event: JournalEvent, standing: Standing): boolean {
      const id = eventId(event)
      if (known.has(id)) {
        this.settle(id, standing)
        return false
      }
      known.set(id, { event, standing })
      if (state && standing !== 'apart') state = event.tick > lastTick ? next(state, event) : null
      lastTick = Math.max(lastTick, event.tick)
      return true
    },
    /** Whether that is news. What the server has it has: nothing becomes unsent again. */
    settle(id: string, standing: Standing): boolean {
      const entry = known.get(id)
      if (!entry || standing === 'unsent' || entry.standing === standing) return false
      if (entry.standing === 'apart' || standing === 'apart') state = null
      entry.standing = standing
      return true
    },
    find: (id: string) => known.get(id),
    /** The same object until something changes. */
    state: () => (state ??= replay(eventsThat((standing) => standing !== 'apart'))),
    lastTick: () => lastTick,
    /** What the server has not acknowledged, in the order in which it counts. */
    unsent: () => eventsThat((standing) => standing === 'unsent').sort(inOrder),
    countOf: (meant: Standing) => eventsThat((standing) => standing === meant).length,
    all: () => eventsThat(() => true),
  }
}

/** The state after an event that is later than all others, without playing them again. */
function next(state: AttemptState, event: JournalEvent): AttemptState {
  const { question, tick } = event
  const isSubmitted = state.isSubmitted || event.kind === 'submit'
  if (question === null) return { ...state, isSubmitted, lastTick: tick }
  const changed = after(state.questions.get(question) ?? untouched, event)
  return {
    questions: new Map(state.questions).set(question, changed),
    isSubmitted,
    lastTick: tick,
  }
}
