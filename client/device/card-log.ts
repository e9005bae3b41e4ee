import { merged, type CardGrade, type CardReview } from '../../domain/study/review-log.ts'
import { openCardStore } from './card-store.ts'
import { reviewsAfter, reviewsPath, sendReviews } from './card-wire.ts'
import type { Ports } from './ports.ts'

const inOneSending = 200
const soonMs = 1500
const [firstRetryMs, longestRetryMs] = [5000, 120_000]
/** Looking at the page again asks what other devices have sent, unless that was just asked. */
const freshForMs = 30_000

/** unsent: how many reviews the server may not have. isKept: whether they are on the device's disk. */
export type CardLogStatus = { unsent: number; isKept: boolean }

export type CardLog = Awaited<ReturnType<typeof openCardLog>>

/** The reviews that this device knows of: its own first of all, and what other devices of the same owner have sent. A review is on the
 *  device before `add` returns; it is sent when there is a network, again and again, and forgotten here only when it came back from the
 *  server. `owner`: 'guest' or the member's number. Errors: none. */
export async function openCardLog(ports: Ports, owner: string) {
  const hearers = new Set<() => void>()
  const tellAll = () => hearers.forEach((hear) => hear())
  const store = openCardStore(ports, owner, tellAll)
  const kept = await store.read()
  const unsent = new Map(kept.unsent.map((review) => [review.id, review]))
  let { known, next } = kept
  let note = kept.note ?? { exam: null, offsetMs: 0 }
  const writer = nameOf(ports.random)
  let tick = 0
  let exchange: Promise<boolean> | null = null
  let askedAt = -Infinity
  let retryMs = firstRetryMs
  let callOff = () => {}

  const now = () => Math.round(ports.clock.wall() + note.offsetMs)

  function sync(afterMs = 0) {
    callOff()
    callOff = ports.timer(() => void run(), afterMs)
  }

  async function run() {
    if (exchange) return
    exchange = exchanged()
    const isDone = await exchange
    exchange = null
    retryMs = isDone ? firstRetryMs : Math.min(retryMs * 2, longestRetryMs)
    if (!isDone || unsent.size > 0) sync(isDone ? soonMs : retryMs)
    tellAll()
  }

  /** Sends what is unsent, then takes what is new. false: to be tried again later. */
  async function exchanged(): Promise<boolean> {
    const waiting = [...unsent.values()]
    for (let at = 0; at < waiting.length; at += inOneSending) {
      const answer = await sendReviews(ports, waiting.slice(at, at + inOneSending))
      if (!answer) return false
      forget(answer.refused)
    }
    for (;;) {
      const page = await reviewsAfter(ports, next)
      if (!page) return false
      // No further although more is promised: a server that says so would be asked for ever.
      const isStuck = !page.isAll && page.next <= next
      next = Math.max(next, page.next)
      store.keep(page.reviews, next)
      known = merged(known, page.reviews)
      const offsetMs =
        page.serverNowMs === null ? note.offsetMs : page.serverNowMs - ports.clock.wall()
      if (page.exam !== note.exam || Math.abs(offsetMs - note.offsetMs) > 1000) {
        note = { exam: page.exam, offsetMs }
        store.keepNote(note)
      }
      forget(page.reviews.map(({ id }) => id))
      if (page.isAll || isStuck) break
    }
    askedAt = ports.clock.monotonic()
    return waiting.every(({ id }) => !unsent.has(id))
  }

  function forget(ids: readonly string[]) {
    const gone = ids.filter((id) => unsent.delete(id))
    if (gone.length > 0) store.forget(gone)
  }

  const stopListening = ports.page.listen((event) => {
    if (event === 'hidden' || event === 'gone') sendWhileLeaving()
    else if (unsent.size > 0 || ports.clock.monotonic() - askedAt > freshForMs) sync()
  })

  /** Nobody hears the answer to a beacon: what it carried is sent again, and known by its id. */
  function sendWhileLeaving() {
    const reviews = [...unsent.values()].slice(-inOneSending)
    if (reviews.length > 0) ports.beacon(reviewsPath, JSON.stringify({ reviews }))
  }

  sync()

  return {
    /** By the server's clock, as well as it is known. */
    now,
    exam: () => note.exam,
    status: (): CardLogStatus => ({ unsent: unsent.size, isKept: !store.hasFailed() }),

    /** The reviews of some cards, in the order in which they count. */
    reviewsOf: (cards: ReadonlySet<string>): CardReview[] =>
      merged(known, [...unsent.values()]).filter(({ card }) => cards.has(card)),

    add(card: string, grade: CardGrade, tookMs: number): CardReview {
      const review = { id: `${writer}.${(tick += 1)}`, card, at: now(), grade, tookMs }
      unsent.set(review.id, review)
      store.add(review)
      if (tick === 1) ports.persist()
      sync(soonMs)
      tellAll()
      return review
    },

    hear(listener: () => void): () => void {
      hearers.add(listener)
      return () => hearers.delete(listener)
    },

    close() {
      stopListening()
      callOff()
      hearers.clear()
    },
  }
}

/** Of this page load alone. */
const nameOf = (random: () => number) =>
  Array.from({ length: 16 }, () => Math.floor(random() * 36).toString(36)).join('')
