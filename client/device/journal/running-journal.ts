import { eventId, type EventKind, type JournalEvent } from '../../../domain/attempt/journal.ts'
import { encodeRescue, rescuedEventsOf } from '../../../domain/attempt/rescue-code.ts'
import type { Channel, PageEvent, Ports } from '../ports.ts'
import type { Acknowledgement, ReplacedAnswer } from './acknowledgement.ts'
import { createAttemptNote, withDevice } from './attempt-note.ts'
import type { AttemptOnPage } from './attempt-on-page.ts'
import { createAttemptRequests, type Revealed } from './attempt-requests.ts'
import { createDelivery } from './delivery.ts'
import { createEndTimer } from './end-timer.ts'
import { createEventSet } from './event-set.ts'
import type { EventStorage, StoredAttempt } from './event-storage.ts'
import { createEventWriter } from './event-writer.ts'
import { createJournalStatus, type JournalEntry, type JournalStatus } from './journal-status.ts'
import { createQuietTimes } from './quiet-times.ts'
import { createServerClock } from './server-clock.ts'
import { createSubmission } from './submission.ts'
import { parseTabMessage } from './tab-messages.ts'

/** What can change the marked answer is sent within this time. */
const sendAfterMs = 1000
/** What cannot is stored at once, and waits this long for an event to be sent with: a tap and its
 *  Save & Next are one request. */
const sendPassiveAfterMs = 10_000
const passiveKinds: readonly EventKind[] = ['visit', 'choose', 'leave']
/** A tab sends its own events; another tab sends them if they are still unsent after this time. */
const sendOthersAfterMs = 10_000
const none: readonly ReplacedAnswer[] = []
const abandonedAfterMs = 7 * 86_400_000

/** Creates a journal from the events read from storage. `start` begins the network requests. */
export function createRunningJournal({
  attempt,
  ports,
  writer,
  device,
  channel,
  storage,
  stored,
}: {
  attempt: AttemptOnPage
  ports: Ports
  writer: string
  device: string
  channel: Channel | null
  storage: EventStorage
  stored: StoredAttempt
}) {
  const endsAtMs = attempt.endsAtMs ?? Infinity
  const endsMs = [endsAtMs, ...(attempt.sections ?? []).map((section) => section.endsAtMs)]
  const events = createEventSet()
  addRecords(stored)
  const clock = createServerClock(ports.clock, {
    serverNowMs: ports.page.isOfflineCopy ? null : attempt.serverNowMs + ports.page.ageMs(),
    offsetMs: stored.note?.offsetMs ?? null,
    floorMs: Math.max(attempt.serverNowMs, ...stored.records.map(({ event }) => event.at)),
  })
  const note = createAttemptNote(attempt, stored.note, { device, events, clock, storage })
  const requests = createAttemptRequests(ports, {
    ...{ attempt: attempt.id, carryKey: note.carryKey, device },
  })
  const eventWriter = createEventWriter({
    ...{ writer, device, endsMs, events, clock },
    // What an earlier page load was told, this one has not shown yet.
    seen: () => (replaced ? note.next() : 0),
  })
  const endListeners = new Set<() => void>()
  let replaced: readonly ReplacedAnswer[] | null = null
  const submission = createSubmission({
    ...{ endsAtMs, device, events, clock },
    write: (entry, at) => add(eventWriter.newEvent(entry, at)),
    beforeEnd: () => endListeners.forEach((listener) => listener()),
  })
  const delivery = createDelivery(ports, requests, {
    outbox: events.unsent,
    next: note.next,
    submission: () => submission.pending(),
    onAcknowledgement: applyAcknowledgement,
    onChange: () => status.update(),
    quietMs: createQuietTimes(attempt, ports, clock.now),
  })
  const endTimer = createEndTimer(ports, { endsAtMs, now: clock.now, onDue: checkEnd })
  let isCompacted = false
  const status = createJournalStatus(latestStatus)

  function latestStatus(): JournalStatus {
    const unsent = events.unsentCount()
    const barrier = delivery.barrier()
    return {
      stage: submission.stage(),
      unsent,
      refused: barrier === null ? delivery.refusedCount() : unsent,
      allSent: events.allSent(),
      isOnline: !delivery.isFailing(),
      copies: storage.copies(),
      apart: events.countOf('apart'),
      barrier,
      isHandedIn: submission.isHandedIn(),
      submittedBy: submission.submittedBy(),
      isClockConfirmed: clock.isConfirmed(),
      replaced: replaced ?? none,
    }
  }

  /** Stores the event before it is shown. */
  function add(event: JournalEvent) {
    storage.add(event)
    events.add(event, 'unsent')
    note.storeChangedOffset()
    tellTabs([event])
    delivery.schedule(passiveKinds.includes(event.kind) ? sendPassiveAfterMs : sendAfterMs)
    status.update()
  }

  function addRecords({ records, note: storedNote }: StoredAttempt) {
    const devices = storedNote?.devices ?? {}
    for (const { event, standing } of records)
      events.add(withDevice(event, standing, { device, devices }), standing)
  }

  function addStored(found: StoredAttempt) {
    addRecords(found)
    note.advance(found.note?.next)
    status.update()
  }

  const tellTabs = (unsent: readonly JournalEvent[]) =>
    channel?.post({ events: unsent, isStored: storage.isCopied() })

  /** Handles events that another tab wrote or received. What it could not store, this one does. */
  function onTabMessage(found: unknown) {
    const message = parseTabMessage(found)
    if (!message) return
    if (message.isNew) tellTabs(events.unsent())
    for (const event of message.events)
      if (events.add(event, 'unsent') && !message.isStored) storage.add(event)
    for (const id of message.settled) events.settle(id, 'counted')
    for (const id of message.apart) events.settle(id, 'apart')
    if (message.submittedBy) submission.confirm(message.submittedBy)
    delivery.schedule(sendOthersAfterMs)
    status.update()
  }

  function applyAcknowledgement(received: Acknowledgement, tookMs: number) {
    if (received.serverNowMs !== null)
      eventWriter.clockSynced(clock.sync(received.serverNowMs, tookMs))
    for (const event of received.events) events.add(event, 'counted')
    const named = received.results.filter(({ stored }) => stored !== 'refused')
    for (const { id, stored, atMs } of named)
      if (stored !== 'refused') events.settle(id, stored, atMs)
    note.advance(received.next)
    if (received.submittedBy) submission.confirm(received.submittedBy)
    takeReplaced(received.replaced)
    if (received.replaced) eventWriter.replacedShown()
    const fetched = received.events.map(eventId)
    const settled = [...fetched, ...named.map(({ id }) => id)]
    note.store(settled.flatMap((id) => events.find(id) ?? []))
    const isApart = (id: string) => events.find(id)?.standing === 'apart'
    channel?.post({
      events: received.events,
      isStored: true,
      settled: settled.filter((id) => !isApart(id)),
      apart: settled.filter(isApart),
      submittedBy: received.submittedBy,
    })
    tidyStorage()
    checkEnd({ isAnswered: true })
    status.update()
  }

  /** Keeps the same list if it says the same, so that the status does not change. */
  function takeReplaced(found: readonly ReplacedAnswer[] | null) {
    if (found && JSON.stringify(found) !== JSON.stringify(replaced)) replaced = found
  }

  /** Ends the attempt if its time is over by the server's clock; asks the server if this page does
   *  not know its time. isAnswered: it has just answered, and would say nothing else. */
  function checkEnd({ isAnswered = false } = {}) {
    const mustAsk = submission.endIfOver()
    if (mustAsk && !isAnswered && clock.canSync()) void delivery.fetchAndFlush()
    endTimer.schedule()
    status.update()
  }

  /** Compacts once per page load, because it has to read all of the copy in localStorage. */
  function tidyStorage() {
    const isDone = submission.isConfirmed() || isAbandoned()
    if (isDone && events.unsentCount() === 0) storage.remove(events.all().map(eventId))
    else if (!isCompacted) {
      isCompacted = true
      storage.compact((id) => events.find(id)?.standing === 'counted', clock.now())
    }
  }

  /** Whether the attempt has had no event for a week. */
  const isAbandoned = () =>
    events.lastAtMs() > 0 && events.lastAtMs() < clock.now() - abandonedAfterMs

  async function submit(): Promise<'submitted' | 'waiting'> {
    submission.submit()
    checkEnd()
    await delivery.retry()
    return submission.isConfirmed() ? 'submitted' : 'waiting'
  }

  /** Sends the saved answer first, which the key makes final. Writes the reveal event only after
   *  the response: without a network, the question does not change. */
  async function reveal(question: string): Promise<Revealed | null> {
    await delivery.flush()
    if (events.unsent().some((event) => event.question === question)) return null
    const reply = await requests.reveal(question)
    if (reply.kind !== 'ok') return null
    const entry = { question, option: null, locale: null, spentMs: 0 }
    if (!events.state().questions.get(question)?.isRevealed)
      add(eventWriter.newEvent({ kind: 'reveal', ...entry }))
    return reply.value
  }

  async function choose(question: string, event: string): Promise<boolean> {
    const reply = await requests.choose(question, event, note.next())
    if (reply.kind !== 'ok') return false
    takeReplaced(reply.value)
    await delivery.fetchAndFlush()
    return true
  }

  function onPageEvent(event: PageEvent) {
    switch (event) {
      case 'online':
        return void delivery.fetchAndFlush()
      case 'shown':
        if (clock.pageShown()) eventWriter.clockStopped()
        checkEnd()
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
    checkEnd()
    return {
      /** A new object when it changes, and only then. */
      get state() {
        return events.state()
      },
      get status() {
        return status.current()
      },
      subscribe: (listener: () => void) => status.subscribe(listener),
      write: (entry: JournalEntry) => add(eventWriter.newEvent(entry)),
      now: clock.now,
      earliest: clock.eventTime,
      flush: () => delivery.retry(),
      submit,
      reveal,
      choose,
      device,
      lastQuestion: events.lastQuestion(),
      onEnd(listener: () => void): () => void {
        endListeners.add(listener)
        return () => endListeners.delete(listener)
      },
      rescueCode: () =>
        encodeRescue({
          attempt: attempt.id,
          carryKey: note.carryKey,
          device,
          events: rescuedEventsOf(events.unsent(), attempt.questions),
        }),
      close() {
        delivery.close()
        endTimer.stop()
        stopListening()
        channel?.close()
      },
    }
  }

  return { start, onTabMessage, addStored, update: () => status.update() }
}
