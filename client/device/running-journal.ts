import { eventId, type JournalEvent } from '../../domain/attempt/journal.ts'
import { answersToRescue } from '../../domain/attempt/rescue-answers.ts'
import { encodeRescue } from '../../domain/attempt/rescue-code.ts'
import type {
  AttemptJournal,
  AttemptOnPage,
  JournalEntry,
  JournalStatus,
} from './attempt-journal.ts'
import { firstOf, mostEvents, openWire } from './attempt-wire.ts'
import { openDelivery } from './delivery.ts'
import { isRecord, readEvent } from './event-line.ts'
import { openMemory } from './event-memory.ts'
import type { KeptEvents, KeptRecord, KeptRecords } from './kept-events.ts'
import type { Channel, PageEvent, Ports } from './ports.ts'
import type { AttemptNote } from './second-copy.ts'
import type { Revealed, ServerAnswer } from './server-answer.ts'
import { openServerClock } from './server-clock.ts'

const sendAfterMs = 1000
/** What another tab wrote that tab sends; this one does when it has not after a while. */
const sendOthersAfterMs = 10_000
const noteOffsetAgainMs = 2000
const leftAfterMs = 7 * 86_400_000

/** A journal whose storage has been read. Nothing goes over the network before `start`. */
export function runJournal({
  attempt,
  ports,
  writer,
  channel,
  keeping,
  found,
}: {
  attempt: AttemptOnPage
  ports: Ports
  writer: string
  channel: Channel | null
  keeping: KeptEvents
  found: KeptRecords
}) {
  const endsAtMs = attempt.endsAtMs ?? Infinity
  const memory = openMemory()
  const listeners = new Set<() => void>()
  const note: AttemptNote = {
    carryKey: attempt.carryKey || (found.note?.carryKey ?? ''),
    endsAtMs: attempt.endsAtMs,
    offsetMs: null,
    next: 0,
    settled: 0,
  }
  const clock = openServerClock(ports.clock, {
    serverNowMs: ports.page.isKept ? null : attempt.serverNowMs + ports.page.ageMs(),
    offsetMs: found.note?.offsetMs ?? null,
    floorMs: found.records.reduce(
      (most, { event }) => Math.max(most, event.at),
      attempt.serverNowMs,
    ),
  })
  const wire = openWire(ports, attempt.id, note.carryKey)
  const delivery = openDelivery(ports, wire, {
    outbox: memory.unsent,
    next: () => note.next,
    submission: () => (memory.state().isSubmitted && !isOver ? submittedBy() : null),
    onAnswer: takeAnswer,
    onChange: changed,
  })
  let lastOwnTick = 0
  let isOver = false
  let isDueByClock = false
  let isShed = false
  for (const { event, standing } of found.records) memory.add(event, standing)
  note.next = found.note?.next ?? 0
  let status = statusNow()

  function statusNow(): JournalStatus {
    const unsent = memory.countOf('unsent')
    const stuck = delivery.stuck()
    return {
      unsent,
      stuck,
      apart: memory.countOf('apart'),
      link: delivery.isFailing() ? 'offline' : unsent > stuck ? 'sending' : 'sent',
      kept: keeping.places(),
      refused: delivery.refused(),
      isSubmitted: isOver,
      isClockSure: clock.isSure(),
    }
  }

  function changed() {
    const latest = statusNow()
    const names = Object.keys(latest) as (keyof JournalStatus)[]
    if (names.some((name) => latest[name] !== status[name])) status = latest
    for (const listener of listeners) listener()
  }

  function newEvent(entry: JournalEntry, at = clock.surely()): JournalEvent {
    lastOwnTick = Math.max(lastOwnTick, memory.lastTick()) + 1
    const spentMs = Math.max(0, Math.round(entry.spentMs))
    return { ...entry, spentMs, writer, tick: lastOwnTick, at }
  }

  /** Keeps first, shows then. */
  function add(event: JournalEvent) {
    keeping.keep(event)
    memory.add(event, 'unsent')
    if (Math.abs(clock.offset() - (note.offsetMs ?? 0)) > noteOffsetAgainMs) keepNote([])
    channel?.tell({ events: [event] })
    delivery.due(sendAfterMs)
    changed()
  }

  function keepNote(records: readonly KeptRecord[]) {
    note.offsetMs = clock.offset()
    note.settled = memory.countOf('counted') + memory.countOf('apart')
    keeping.note(records, note)
  }

  function takeRecords({ records, note: kept }: KeptRecords) {
    for (const { event, standing } of records) memory.add(event, standing)
    note.next = Math.max(note.next, kept?.next ?? 0)
    changed()
  }

  /** What another tab of this device wrote, or heard from the server. It may run an older build. */
  function hear(message: unknown) {
    if (!isRecord(message)) return
    const { events, settled, apart } = message
    if (message.isNew === true) channel?.tell({ events: memory.unsent() })
    for (const event of listIn(events).map(readEvent)) if (event) memory.add(event, 'unsent')
    for (const id of listIn(settled)) memory.settle(String(id), 'counted')
    for (const id of listIn(apart)) memory.settle(String(id), 'apart')
    isOver ||= message.isOver === true
    delivery.due(sendOthersAfterMs)
    changed()
  }

  function takeAnswer(answer: ServerAnswer, tookMs: number) {
    if (answer.serverNowMs !== null) clock.sync(answer.serverNowMs, tookMs)
    for (const event of answer.events) memory.add(event, 'counted')
    const apart = new Set(answer.apart)
    const settled = answer.acknowledged.filter((id) => !apart.has(id))
    for (const id of settled) memory.settle(id, 'counted')
    for (const id of apart) memory.settle(id, 'apart')
    note.next = Math.max(note.next, answer.next ?? 0)
    isOver ||= answer.isSubmitted
    const ids = [...answer.events.map(eventId), ...answer.acknowledged]
    keepNote(ids.flatMap((id) => memory.find(id) ?? []))
    channel?.tell({
      events: answer.events,
      settled: [...answer.events.map(eventId), ...settled],
      apart: answer.apart,
      isOver,
    })
    if (memory.countOf('unsent') === 0 && (isOver || isLeft()))
      keeping.forget(memory.all().map(eventId))
    else shedOnce()
    if (isDueByClock) endByClock()
    changed()
  }

  /** Once for a page load: reading the second copy through costs more than it frees. */
  function shedOnce() {
    if (isShed) return
    isShed = true
    keeping.shed((id) => memory.find(id)?.standing === 'counted', clock.now())
  }

  /** Nobody goes on with it any more; the server has it all. */
  const isLeft = () => {
    const lastAt = Math.max(...memory.all().map(({ at }) => at))
    return lastAt > 0 && lastAt < clock.now() - leftAfterMs
  }

  /** The time is up by a clock that the server has confirmed; or it was a false alarm. */
  function endByClock() {
    if (!clock.isSure()) return
    isDueByClock = false
    if (clock.now() >= endsAtMs) journalEnd(endsAtMs)
  }

  /** The event's own time tells later who submitted: at the very end, the clock. */
  function journalEnd(at: number) {
    const entry = { question: null, option: null, locale: null, spentMs: 0 }
    if (!memory.state().isSubmitted) add(newEvent({ kind: 'submit', ...entry }, at))
  }

  const submittedBy = () =>
    memory.all().some(({ kind, at }) => kind === 'submit' && at >= endsAtMs) ? 'clock' : 'reader'

  async function submit(by: 'reader' | 'clock'): Promise<'submitted' | 'waiting'> {
    isDueByClock = by === 'clock'
    if (by === 'reader') journalEnd(Math.min(clock.surely(), endsAtMs - 1))
    else if (clock.isSure()) endByClock()
    else await delivery.pull()
    await delivery.flush()
    return isOver ? 'submitted' : 'waiting'
  }

  /** Journalled only when the answer is here: without a network, nothing about the question changes. */
  async function reveal(question: string): Promise<Revealed | null> {
    if (memory.countOf('unsent') >= mostEvents) await delivery.flush()
    const entry = { question, option: null, locale: null, spentMs: 0 }
    const event = newEvent({ kind: 'reveal', ...entry })
    const isRevealed = memory.state().questions.get(question)?.isRevealed
    const first = firstOf(memory.unsent(), mostEvents - 1)
    const reply = await wire.reveal(isRevealed ? first : [...first, event], question)
    if (reply.kind !== 'answer') return null
    if (!isRevealed) add(event)
    return reply.answer
  }

  function onPageEvent(event: PageEvent) {
    switch (event) {
      case 'online':
        return void delivery.pull()
      case 'shown':
        clock.becomeShown()
        return void delivery.pull()
      case 'hidden':
        clock.becomeHidden()
        return void delivery.flush()
      case 'gone':
        return delivery.leave()
      case 'restored':
        void keeping.load(takeRecords).then(takeRecords)
        return void delivery.pull()
    }
  }

  function start(): AttemptJournal {
    keepNote([])
    channel?.tell({ isNew: true })
    const stopListening = ports.page.listen(onPageEvent)
    void delivery.pull()
    return {
      get state() {
        return memory.state()
      },
      get status() {
        return status
      },
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      write: (entry) => add(newEvent(entry)),
      now: clock.now,
      flush: delivery.flush,
      submit,
      reveal,
      rescueCode: () =>
        encodeRescue({
          attempt: attempt.id,
          carryKey: note.carryKey,
          tick: memory.lastTick(),
          answers: answersToRescue(memory.state(), attempt.questions),
        }),
      close() {
        delivery.close()
        stopListening()
        channel?.close()
      },
    }
  }

  return { start, hear, takeRecords, changed }
}

const listIn = (found: unknown): unknown[] => (Array.isArray(found) ? found : [])
