import { merged, readReview, type CardReview } from '../../domain/study/review-log.ts'
import { isRecord } from './event-line.ts'
import type { Ports } from './ports.ts'
import { queueWrites } from './write-queue.ts'

// What a phone keeps of reviews, by owner: 'guest', or the member's number.
//
// IndexedDB     card/{owner}/unsent/{id}   a review that the server may not have
//               card/{owner}/known/{next}  reviews that came from the server, up to its entry `next`
//               card/{owner}/note          the exam's day and how far the device's clock is off
// localStorage  abhyasa.card.{owner}/{id}  a second copy of what is unsent, written before a tap's handler returns

const root = 'card/'
const copyRoot = 'abhyasa.card.'
const mostWaitMs = 3000
const mostPieces = 40

export type CardNote = { exam: string | null; offsetMs: number }
export type KeptCards = {
  unsent: CardReview[]
  known: CardReview[]
  next: number
  note: CardNote | null
}

export type CardStore = ReturnType<typeof openCardStore>

/** `owner`: whoever reviews now. What a guest has not sent yet is sent by the member that they become. */
export function openCardStore(ports: Ports, owner: string, onChange: () => void) {
  const queue = queueWrites(ports, onChange)
  const copies = openCopies(ports.secondCopy)
  const owners = [...new Set([owner, 'guest'])]
  const unsentKeys = (id: string) => owners.map((one) => `${root}${one}/unsent/${id}`)

  return {
    hasFailed: () => queue.hasFailed(),

    /** Everything of this owner; what the server told other owners is forgotten. A storage that does not answer counts as empty. */
    async read(): Promise<KeptCards> {
      const entries = await inTime(ports, ports.store.entries(root))
      if (!entries) queue.fail()
      const own = (part: string, of = owner) => below(entries ?? [], `${root}${of}/${part}`)
      const pieces = own('known/').map(([key, text]) => ({ key, ...pieceIn(text) }))
      const last = Math.max(0, ...pieces.map(({ next }) => next))
      const known = merged(...pieces.map(({ reviews }) => reviews))
      if (pieces.length > mostPieces) join(pieces, known, last)
      queue.remove((entries ?? []).map(([key]) => key).filter(isOthers(owner)))
      const note = own('note')[0]?.[1] ?? ''
      const kept = owners.flatMap((one) => own('unsent/', one)).map(([, text]) => reviewIn(text))
      return {
        unsent: merged(
          kept.filter((review) => review !== null),
          owners.flatMap((one) => copies.of(one)),
        ),
        ...{ known, next: last, note: noteIn(note) },
      }
    },

    /** Stored a first time when it returns, if there is room. */
    add(review: CardReview) {
      const text = JSON.stringify(review)
      copies.put(owner, review.id, text)
      queue.put([[`${root}${owner}/unsent/${review.id}`, text]])
    },

    /** The server has them. */
    forget(ids: readonly string[]) {
      queue.remove(ids.flatMap(unsentKeys))
      for (const id of ids) for (const one of owners) copies.remove(one, id)
    },

    keep(reviews: readonly CardReview[], next: number) {
      if (reviews.length > 0)
        queue.put([[`${root}${owner}/known/${next}`, JSON.stringify({ next, reviews })]])
    },

    keepNote(note: CardNote) {
      queue.put([[`${root}${owner}/note`, JSON.stringify(note)]])
    },
  }

  /** One piece instead of many: written first, so that nothing is missing whenever the page goes away. */
  function join(pieces: readonly { key: string }[], reviews: readonly CardReview[], next: number) {
    const whole = `${root}${owner}/known/${next}`
    queue.put([[whole, JSON.stringify({ next, reviews })]])
    queue.remove(pieces.map(({ key }) => key).filter((key) => key !== whole))
  }
}

const below = (entries: readonly [string, string][], prefix: string) =>
  entries.filter(([key]) => key.startsWith(prefix))

const isOthers = (owner: string) => (key: string) =>
  !key.startsWith(`${root}${owner}/`) && !key.includes('/unsent/')

/** null: the storage did not answer, or not in time. */
const inTime = <Value>({ timer }: Pick<Ports, 'timer'>, work: Promise<Value>) =>
  new Promise<Value | null>((done) => {
    const stopWaiting = timer(() => done(null), mostWaitMs)
    work.then(done, () => done(null)).finally(stopWaiting)
  })

function openCopies(storage: Storage | null) {
  const key = (owner: string, id: string) => `${copyRoot}${owner}/${id}`
  return {
    put: (owner: string, id: string, text: string) =>
      attempt(() => storage?.setItem(key(owner, id), text)),
    remove: (owner: string, id: string) => attempt(() => storage?.removeItem(key(owner, id))),
    of(owner: string): CardReview[] {
      const prefix = key(owner, '')
      const found = attempt(() =>
        Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '')
          .filter((one) => one.startsWith(prefix))
          .map((one) => reviewIn(storage?.getItem(one) ?? '')),
      )
      return (found ?? []).filter((review) => review !== null)
    },
  }
}

/** A browser may refuse its storage at any time, or have no room: null then. IndexedDB has the same. */
function attempt<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch {
    return null
  }
}

const jsonIn = (text: string): unknown => attempt(() => JSON.parse(text) as unknown)

const reviewIn = (text: string) => readReview(jsonIn(text))

function pieceIn(text: string): { next: number; reviews: CardReview[] } {
  const found = jsonIn(text)
  if (!isRecord(found) || typeof found.next !== 'number') return { next: 0, reviews: [] }
  const list: unknown[] = Array.isArray(found.reviews) ? found.reviews : []
  return { next: found.next, reviews: list.flatMap((one) => readReview(one) ?? []) }
}

function noteIn(text: string): CardNote | null {
  const found = jsonIn(text)
  if (!isRecord(found)) return null
  const { exam, offsetMs } = found
  return {
    exam: typeof exam === 'string' ? exam : null,
    offsetMs: typeof offsetMs === 'number' ? offsetMs : 0,
  }
}
