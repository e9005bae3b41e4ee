import {
  mergeReviews,
  retractedId,
  retractionOf,
  type CardGrade,
  type CardReview,
} from '../../../domain/study/review-log.ts'
import type { Ports } from '../ports.ts'
import { fetchReviews, reviewsPath, sendReviews } from './card-requests.ts'
import { openCardStorage } from './card-storage.ts'

const maxReviewsPerRequest = 200
const sendAfterMs = 1500
const [firstRetryMs, maxRetryMs] = [5000, 120_000]
/** A page that is shown again fetches reviews of other devices, unless it has done so within this
 *  time. */
const freshForMs = 30_000

/** unsent: how many reviews the server may not have. isStored: whether they are stored
 *  on the device. */
export type CardLogStatus = { unsent: number; isStored: boolean }

export type CardLog = Awaited<ReturnType<typeof openCardLog>>

/** Opens the log of card reviews on this device: its own, and those of the owner's other devices.
 *  A review is stored before `add` returns, sent when there is a network, retried on failure, and
 *  removed from the unsent ones only when the server has returned it. owner: 'guest' or the
 *  member's number. Errors: none. */
export async function openCardLog(ports: Ports, owner: string) {
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  const storage = openCardStorage(ports, owner, notify)
  const stored = await storage.read()
  const unsent = new Map(stored.unsent.map((review) => [review.id, review]))
  let { known, next } = stored
  let note = stored.note ?? { exam: null, offsetMs: 0 }
  const writer = newWriter(ports.random)
  let tick = 0
  let isExchanging = false
  let fetchedAt = -Infinity
  let retryMs = firstRetryMs
  let cancelTimer = () => {}

  const now = () => Math.round(ports.clock.wall() + note.offsetMs)

  function scheduleExchange(afterMs = 0) {
    cancelTimer()
    cancelTimer = ports.setTimer(() => void runExchange(), afterMs)
  }

  async function runExchange() {
    if (isExchanging) return
    isExchanging = true
    const isDone = await exchange()
    isExchanging = false
    retryMs = isDone ? firstRetryMs : Math.min(retryMs * 2, maxRetryMs)
    if (!isDone || unsent.size > 0) scheduleExchange(isDone ? sendAfterMs : retryMs)
    notify()
  }

  /** Sends unsent reviews, then fetches new ones. Returns false if it has to be retried later. */
  async function exchange(): Promise<boolean> {
    const waiting = [...unsent.values()]
    for (let at = 0; at < waiting.length; at += maxReviewsPerRequest) {
      const answer = await sendReviews(ports, waiting.slice(at, at + maxReviewsPerRequest))
      if (!answer) return false
      removeUnsent(answer.refused)
    }
    if (!(await fetchNew())) return false
    fetchedAt = ports.clock.monotonic()
    return waiting.every(({ id }) => !unsent.has(id))
  }

  async function fetchNew(): Promise<boolean> {
    for (;;) {
      const page = await fetchReviews(ports, next)
      if (!page) return false
      // A server that announces more and does not advance would cause an endless loop.
      const isStuck = !page.isAll && page.next <= next
      next = Math.max(next, page.next)
      storage.addKnown(page.reviews, next)
      known = mergeReviews(known, page.reviews)
      updateNote(page)
      removeUnsent(page.reviews.map(({ id }) => id))
      if (page.isAll || isStuck) return true
    }
  }

  function updateNote({ exam, serverNowMs }: { exam: string | null; serverNowMs: number | null }) {
    const offsetMs = serverNowMs === null ? note.offsetMs : serverNowMs - ports.clock.wall()
    if (exam === note.exam && Math.abs(offsetMs - note.offsetMs) <= 1000) return
    note = { exam, offsetMs }
    storage.writeNote(note)
  }

  function removeUnsent(ids: readonly string[]) {
    const removed = ids.filter((id) => unsent.delete(id))
    if (removed.length > 0) storage.removeUnsent(removed)
  }

  const stopListening = ports.page.listen((event) => {
    if (event === 'hidden' || event === 'gone') sendByBeacon()
    else if (unsent.size > 0 || ports.clock.monotonic() - fetchedAt > freshForMs) scheduleExchange()
  })

  /** A beacon has no response: its reviews are sent again later; the server knows them by id. */
  function sendByBeacon() {
    const reviews = [...unsent.values()].slice(-maxReviewsPerRequest)
    if (reviews.length > 0) ports.sendBeacon(reviewsPath, JSON.stringify({ reviews }))
  }

  function add(card: string, grade: CardGrade, tookMs: number): CardReview {
    const review = { id: `${writer}.${(tick += 1)}`, card, at: now(), grade, tookMs }
    unsent.set(review.id, review)
    storage.add(review)
    if (tick === 1) ports.persist()
    scheduleExchange(sendAfterMs)
    notify()
    return review
  }

  /** On how many cards the server may lack something. A review that was taken back before it was
   *  sent is none; one that the server has and that was taken back here is. */
  function unsentCards(): number {
    const waiting = [...unsent.values()]
    const retracted = new Set(waiting.flatMap(({ card }) => retractedId(card) ?? []))
    const graded = waiting.filter(
      ({ id, card }) => !retracted.has(id) && retractedId(card) === null,
    )
    const takenBack = known.filter(({ id }) => retracted.has(id))
    return new Set([...graded, ...takenBack].map(({ card }) => card)).size
  }

  scheduleExchange()

  return {
    /** The estimated server time, ms since 1970. */
    now,
    /** The day of the exam, as 2027-01-31; null if it is unknown. */
    exam: () => note.exam,
    status: (): CardLogStatus => ({ unsent: unsent.size, isStored: !storage.hasFailed() }),

    unsentCards,

    /** The reviews of some cards and what was taken back, in the order of replay. */
    reviewsOf: (cards: ReadonlySet<string>): CardReview[] =>
      mergeReviews(known, [...unsent.values()]).filter(
        ({ card }) => cards.has(card) || retractedId(card) !== null,
      ),

    add,
    /** Takes back a review. */
    retract: ({ id }: CardReview) => add(retractionOf(id), 1, 0),

    /** Returns the function that unsubscribes. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    close() {
      stopListening()
      cancelTimer()
      listeners.clear()
    },
  }
}

/** Returns a new writer id: each page load has its own. */
const newWriter = (random: () => number) =>
  Array.from({ length: 16 }, () => Math.floor(random() * 36).toString(36)).join('')
