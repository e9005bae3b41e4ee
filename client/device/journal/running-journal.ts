import { eventId, type JournalEvent } from '../../../domain/attempt/journal.ts'
import { rescueAnswersOf } from '../../../domain/attempt/rescue-answers.ts'
import { encodeRescue } from '../../../domain/attempt/rescue-code.ts'
import type { Channel, PageEvent, Ports } from '../ports.ts'
import { createAttemptNote } from './attempt-note.ts'
import {
  createAttemptRequests,
  firstBatch,
  maxEvents,
  type Acknowledgement,
  type Revealed,
} from './attempt-requests.ts'
import { createDelivery } from './delivery.ts'
import { createEventSet } from './event-set.ts'
import type { EventStorage, StoredAttempt } from './event-storage.ts'
import { createJournalStatus, type JournalEntry, type JournalStatus } from './journal-status.ts'
import { createServerClock } from './server-clock.ts'
import { createSubmission } from './submission.ts'
import { parseTabMessage } from './tab-messages.ts'

const sendAfterMs = 1000
/** A tab sends its own events; another tab sends them if they are still unsent after this time. */
const sendOthersAfterMs = 10_000
const abandonedAfterMs = 7 * 86_400_000

/** An attempt as its page describes it. carryKey: authorizes events without a session. serverNowMs:
 *  the server's time when it rendered the page. questions: ids in the paper's order. Times are ms
 *  since 1970. */
export type AttemptOnPage = {
  id: string
  carryKey: string
  mode: 'exam' | 'practice'
  endsAtMs: number | null
  serverNowMs: number
  questions: readonly string[]
}

/** Creates a journal from the events read from storage. `start` begins the network requests. */
export function createRunningJournal({
  attempt,
  ports,
  writer,
  channel,
  storage,
  stored,
}: {
  attempt: AttemptOnPage
  ports: Ports
  writer: string
  channel: Channel | null
  storage: EventStorage
  stored: StoredAttempt
}) {
  const events = createEventSet()
  for (const { event, standing } of stored.records) events.add(event, standing)
  const clock = createServerClock(ports.clock, {
    serverNowMs: ports.page.isOfflineCopy ? null : attempt.serverNowMs + ports.page.ageMs(),
    offsetMs: stored.note?.offsetMs ?? null,
    floorMs: Math.max(attempt.serverNowMs, ...stored.records.map(({ event }) => event.at)),
  })
  const note = createAttemptNote(attempt, stored.note, { events, clock, storage })
  const requests = createAttemptRequests(ports, attempt.id, note.carryKey)
  const submission = createSubmission({
    endsAtMs: attempt.endsAtMs ?? Infinity,
    events,
    clock,
    write: (entry, at) => add(newEvent(entry, at)),
  })
  const delivery = createDelivery(ports, requests, {
    outbox: events.unsent,
    next: note.next,
    submission: submission.pending,
    onAcknowledgement: applyAcknowledgement,
    onChange: () => status.update(),
  })
  const status = createJournalStatus(latestStatus)
  let lastOwnTick = 0
  let isCompacted = false

  function latestStatus(): JournalStatus {
    const unsent = events.countOf('unsent')
    const stuck = delivery.stuckCount()
    return {
      unsent,
      stuck,
      apart: events.countOf('apart'),
      link: delivery.isFailing() ? 'offline' : unsent > stuck ? 'sending' : 'sent',
      copies: storage.copies(),
      refused: delivery.refused(),
      isSubmitted: submission.isConfirmed(),
      isClockConfirmed: clock.isConfirmed(),
    }
  }

  function newEvent(entry: JournalEntry, at = clock.eventTime()): JournalEvent {
    lastOwnTick = Math.max(lastOwnTick, events.lastTick()) + 1
    const spentMs = Math.max(0, Math.round(entry.spentMs))
    return { ...entry, spentMs, writer, tick: lastOwnTick, at }
  }

  /** Stores the event before it is shown. */
  function add(event: JournalEvent) {
    storage.add(event)
    events.add(event, 'unsent')
    note.storeChangedOffset()
    channel?.post({ events: [event] })
    delivery.schedule(sendAfterMs)
    status.update()
  }

  function addStored({ records, note: storedNote }: StoredAttempt) {
    for (const { event, standing } of records) events.add(event, standing)
    note.advance(storedNote?.next)
    status.update()
  }

  /** Handles events that another tab of this device wrote or received from the server. */
  function onTabMessage(found: unknown) {
    const message = parseTabMessage(found)
    if (!message) return
    if (message.isNew) channel?.post({ events: events.unsent() })
    for (const event of message.events) events.add(event, 'unsent')
    setStandings(message.settled, message.apart)
    if (message.isOver) submission.confirm()
    delivery.schedule(sendOthersAfterMs)
    status.update()
  }

  function setStandings(counted: readonly string[], apart: Iterable<string>) {
    for (const id of counted) events.setStanding(id, 'counted')
    for (const id of apart) events.setStanding(id, 'apart')
  }

  function applyAcknowledgement(received: Acknowledgement, tookMs: number) {
    if (received.serverNowMs !== null) clock.sync(received.serverNowMs, tookMs)
    for (const event of received.events) events.add(event, 'counted')
    const apart = new Set(received.apart)
    const counted = received.acknowledged.filter((id) => !apart.has(id))
    setStandings(counted, apart)
    note.advance(received.next)
    if (received.isSubmitted) submission.confirm()
    const fetched = received.events.map(eventId)
    note.store([...fetched, ...received.acknowledged].flatMap((id) => events.find(id) ?? []))
    channel?.post({
      events: received.events,
      settled: [...fetched, ...counted],
      apart: received.apart,
      isOver: submission.isConfirmed(),
    })
    tidyStorage()
    submission.clockConfirmed()
    status.update()
  }

  /** Compacts once per page load, because it has to read all of the copy in localStorage. */
  function tidyStorage() {
    const isDone = submission.isConfirmed() || isAbandoned()
    if (isDone && events.countOf('unsent') === 0) storage.remove(events.all().map(eventId))
    else if (!isCompacted) {
      isCompacted = true
      storage.compact((id) => events.find(id)?.standing === 'counted', clock.now())
    }
  }

  /** Whether the attempt has had no event for a week. */
  const isAbandoned = () => {
    const lastAt = Math.max(...events.all().map(({ at }) => at))
    return lastAt > 0 && lastAt < clock.now() - abandonedAfterMs
  }

  async function submit(by: 'reader' | 'clock'): Promise<'submitted' | 'waiting'> {
    submission.request(by)
    if (submission.awaitsClock()) await delivery.fetchAndFlush()
    await delivery.flush()
    return submission.isConfirmed() ? 'submitted' : 'waiting'
  }

  /** Writes the reveal event only after the response: without a network, the question does not
   *  change. */
  async function reveal(question: string): Promise<Revealed | null> {
    if (events.countOf('unsent') >= maxEvents) await delivery.flush()
    const entry = { question, option: null, locale: null, spentMs: 0 }
    const event = newEvent({ kind: 'reveal', ...entry })
    const isRevealed = events.state().questions.get(question)?.isRevealed
    const batch = firstBatch(events.unsent(), maxEvents - 1)
    const reply = await requests.reveal(isRevealed ? batch : [...batch, event], question)
    if (reply.kind !== 'ok') return null
    if (!isRevealed) add(event)
    return reply.value
  }

  function onPageEvent(event: PageEvent) {
    switch (event) {
      case 'online':
        return void delivery.fetchAndFlush()
      case 'shown':
        clock.pageShown()
        return void delivery.fetchAndFlush()
      case 'hidden':
        clock.pageHidden()
        return void delivery.flush()
      case 'gone':
        return delivery.flushByBeacon()
      case 'restored':
        void storage.load(addStored).then(addStored)
        return void delivery.fetchAndFlush()
    }
  }

  function start() {
    note.store([])
    channel?.post({ isNew: true })
    const stopListening = ports.page.listen(onPageEvent)
    void delivery.fetchAndFlush()
    return {
      /** A new object when it changes, and only then. */
      get state() {
        return events.state()
      },
      get status() {
        return status.current()
      },
      subscribe: (listener: () => void) => status.subscribe(listener),
      write: (entry: JournalEntry) => add(newEvent(entry)),
      now: clock.now,
      flush: delivery.flush,
      submit,
      reveal,
      rescueCode: () =>
        encodeRescue({
          attempt: attempt.id,
          carryKey: note.carryKey,
          tick: events.lastTick(),
          answers: rescueAnswersOf(events.state(), attempt.questions),
        }),
      close() {
        delivery.close()
        stopListening()
        channel?.close()
      },
    }
  }

  return { start, onTabMessage, addStored, update: () => status.update() }
}
