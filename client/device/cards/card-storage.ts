import { mergeReviews, parseReview, type CardReview } from '../../../domain/study/review-log.ts'
import type { Ports } from '../ports.ts'
import { arrayIn, isOfLaterVersion, isRecord, parseJson, storedVersion } from '../untyped-data.ts'
import { createWriteQueue } from '../write-queue.ts'

// The reviews that a phone stores, by owner: 'guest', or the member's number. Each value is JSON
// with its version; values that a later version has written are neither read, changed nor removed.
//
// IndexedDB     card/{owner}/unsent/{id}   a review that the server may not have
//               card/{owner}/known/{next}  reviews from the server, up to its log entry `next`
//               card/{owner}/note          the exam's day and the offset of the device's clock
// localStorage  abhyasa.card.{owner}/{id}  a copy of an unsent review, written before the handler
//                                          of a tap returns

const root = 'card/'
const copyRoot = 'abhyasa.card.'
const maxWaitMs = 3000
/** Number of entries below known/; if there are more, they are joined into one. */
const maxKnownEntries = 40

export type CardNote = { exam: string | null; offsetMs: number }
export type StoredCards = {
  unsent: CardReview[]
  known: CardReview[]
  next: number
  note: CardNote | null
}

export type CardStorage = ReturnType<typeof openCardStorage>

/** owner: the current reader. Unsent reviews of a guest are sent by the member who signs in next on
 *  this device. onChange: called when `hasFailed()` may have changed. */
export function openCardStorage(ports: Ports, owner: string, onChange: () => void) {
  const queue = createWriteQueue(ports, onChange)
  const copies = openCopies(ports.localStorage)
  const owners = [...new Set([owner, 'guest'])]
  const unsentKeys = (id: string) => owners.map((name) => `${root}${name}/unsent/${id}`)
  const put = (key: string, value: object) =>
    queue.put([[`${root}${owner}/${key}`, formatJson(value)]])

  return {
    hasFailed: () => queue.hasFailed(),

    /** Reads everything of this owner, and removes what the server sent to other owners. A storage
     *  that does not respond in time counts as empty. */
    async read(): Promise<StoredCards> {
      const entries = await withTimeout(ports, ports.store.entries(root))
      if (!entries) queue.markFailed()
      const own = (part: string, of = owner) => below(entries ?? [], `${root}${of}/${part}`)
      for (const owner of owners)
        for (const [key, text] of own('', owner))
          if (isOfLaterVersion(parseJson(text))) queue.protect(key)
      const known = own('known/').map(([key, text]) => ({ key, ...parseKnown(text) }))
      const next = Math.max(0, ...known.map((entry) => entry.next))
      const reviews = mergeReviews(...known.map((entry) => entry.reviews))
      if (known.length > maxKnownEntries) joinKnown(known, reviews, next)
      queue.remove((entries ?? []).map(([key]) => key).filter(isOfOthers(owner)))
      const unsent = owners.flatMap((name) => own('unsent/', name))
      return {
        unsent: mergeReviews(
          unsent.flatMap(([, text]) => parseStoredReview(text) ?? []),
          owners.flatMap((name) => copies.of(name)),
        ),
        ...{ known: reviews, next, note: parseNote(own('note')[0]?.[1] ?? '') },
      }
    },

    /** Stored in localStorage when it returns, if there is space. */
    add(review: CardReview) {
      copies.put(owner, review.id, formatJson(review))
      put(`unsent/${review.id}`, review)
    },

    /** Removes unsent reviews that the server has stored. */
    removeUnsent(ids: readonly string[]) {
      queue.remove(ids.flatMap(unsentKeys))
      for (const id of ids) for (const name of owners) copies.remove(name, id)
    },

    addKnown(reviews: readonly CardReview[], next: number) {
      if (reviews.length > 0) put(`known/${next}`, { next, reviews })
    },

    writeNote: (note: CardNote) => put('note', note),
  }

  /** Replaces many entries by one. The new one is written first, so that nothing is missing if the
   *  page closes in between. */
  function joinKnown(known: readonly { key: string }[], reviews: CardReview[], next: number) {
    put(`known/${next}`, { next, reviews })
    const joined = `${root}${owner}/known/${next}`
    queue.remove(known.map(({ key }) => key).filter((key) => key !== joined))
  }
}

const below = (entries: readonly [string, string][], prefix: string) =>
  entries.filter(([key]) => key.startsWith(prefix))

const isOfOthers = (owner: string) => (key: string) =>
  !key.startsWith(`${root}${owner}/`) && !key.includes('/unsent/')

/** Resolves to null if the storage fails or does not respond in time. */
const withTimeout = <Value>({ setTimer }: Pick<Ports, 'setTimer'>, work: Promise<Value>) =>
  new Promise<Value | null>((done) => {
    const cancelTimeout = setTimer(() => done(null), maxWaitMs)
    work.then(done, () => done(null)).finally(cancelTimeout)
  })

function openCopies(storage: Storage | null) {
  const keyOf = (owner: string, id: string) => `${copyRoot}${owner}/${id}`
  return {
    put: (owner: string, id: string, text: string) =>
      attempted(() => storage?.setItem(keyOf(owner, id), text)),
    remove: (owner: string, id: string) => attempted(() => storage?.removeItem(keyOf(owner, id))),
    of(owner: string): CardReview[] {
      const prefix = keyOf(owner, '')
      const found = attempted(() =>
        Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '')
          .filter((key) => key.startsWith(prefix))
          .flatMap((key) => parseStoredReview(storage?.getItem(key) ?? '') ?? []),
      )
      return found ?? []
    },
  }
}

/** Returns null if the browser refuses storage or has no space. IndexedDB has the same reviews. */
function attempted<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch {
    return null
  }
}

const formatJson = (value: object) => JSON.stringify({ version: storedVersion, ...value })

/** Returns undefined if the text is no JSON, or of a later version. */
function parseStored(text: string): unknown {
  const found = parseJson(text)
  return isOfLaterVersion(found) ? undefined : found
}

const parseStoredReview = (text: string) => parseReview(parseStored(text))

function parseKnown(text: string): { next: number; reviews: CardReview[] } {
  const found = parseStored(text)
  if (!isRecord(found) || typeof found.next !== 'number') return { next: 0, reviews: [] }
  const reviews = arrayIn(found.reviews).flatMap((review) => parseReview(review) ?? [])
  return { next: found.next, reviews }
}

function parseNote(text: string): CardNote | null {
  const found = parseStored(text)
  if (!isRecord(found)) return null
  const { exam, offsetMs } = found
  return {
    exam: typeof exam === 'string' ? exam : null,
    offsetMs: typeof offsetMs === 'number' ? offsetMs : 0,
  }
}
