import { mulberry32 } from '../authoring/generators/seeded-random.ts'
import { maxRestMs, restShare } from '../product-api/attempts/queue.ts'
import { contentMemoryMs, grouperCounts, groupPauseMs } from '../product-api/grouped-reads.ts'
import { accessTokenLifetimeSeconds } from '../product-api/identity/signed-tokens.ts'
import { inserterCount } from '../product-api/identity/guest-inserts.ts'

// A day on which very many take a paper of 100 questions, simulated second by second from what one
// operation costs. Each participant is drawn alone: when the attempt starts, each delivery, the
// submission. What waits for the one writer of D1 or in the queue is carried to the next second.

/** Of the product database, in ms of its time. */
export type DatabaseCosts = {
  /** Of its one writer. A write of guests who begin together, and each of them in it; the same for
   *  attempts of a live mock that are opened together. */
  groupMs: number
  groupRowMs: number
  /** A call of grouped reads, of the writer or a replica, without what it reads. */
  readCallMs: number
  /** The result page after a submission, which a live mock has later: what is read for each reader,
   *  and what a group of readers needs once. */
  resultMs: number
  resultSharedMs: number
  /** A renewal of a member's tokens. */
  renewalMs: number
  /** A batch of summaries, and each summary in it: of a start, of a submission. */
  batchMs: number
  startSummaryMs: number
  submissionSummaryMs: number
  /** Of the nearest replica, for each reader in a group: whether an attempt's id is new, what
   *  authenticates a guest or a member, the entry in a live mock. What a group of starts and of
   *  submissions needs once: the paper's version, rulings and keys. What those who remember
   *  content read every two seconds: explanations and topics in all languages. Guests' pages and
   *  deliveries ask their objects alone. */
  replicaIdMs: number
  replicaGuestMs: number
  replicaMemberMs: number
  replicaEntryMs: number
  replicaStartSharedMs: number
  replicaSubmissionSharedMs: number
  replicaExplanationsMs: number
}

/** Of the product API's Worker; an assumption. */
const isolates = 32
/** How many groups of guests are written in a second (product-api/identity/guest-inserts.ts), and
 *  of opened attempts: twice in each isolate. */
const [guestGroups, openedGroups] = [inserterCount * 4, isolates * 2]
/** How many calls of grouped reads there are in a second (product-api/grouped-reads.ts). A call of
 *  20 ms is an assumption. */
const groupsPerSecond = Math.floor(1000 / (groupPauseMs + 20))
const nearGroups = grouperCounts.nearest * groupsPerSecond
const primaryGroups = grouperCounts.primary * groupsPerSecond
/** How often content is read in a second. */
const contentCallsPerSecond = grouperCounts.content * (1000 / contentMemoryMs)
/** How many calls so many reads are, in so many groups; a call has a hundred at most. */
const callsOf = (reads: number, groups: number) => Math.min(reads, Math.max(groups, reads / 100))

/** `beginSeconds`: the attempts start at random within that time. `minutes`: of the test.
 *  `untilEndShare`: of those who stay to the end and are submitted within `endSeconds` after it. */
export type ExamDay = {
  participants: number
  beginSeconds: number
  isLive: boolean
  guestShare: number
  minutes: number
  untilEndShare: number
  endSeconds: number
  pauseSeconds: number
  seed: number
}

export type Peaks = {
  requestsPerSecond: number
  deliveriesPerSecond: number
  /** Of the busiest object: a reader's, or one that groups reads. */
  objectRequestsPerSecond: number
  messagesPerSecond: number
  /** The busiest second of D1's writer by what was asked of it: 1 is all it can do. */
  writerShare: number
  /** The busiest second of the nearest replica, in the same way. */
  replicaShare: number
  /** The longest that a request waited for D1's writer, in seconds. */
  writerWaitSeconds: number
  waitingMessages: number
  /** From the last submission until its summary was stored. */
  lastSummarySeconds: number
}

/** What Cloudflare documents: D1 runs one query at a time; a queue takes 5,000 messages a second,
 *  gives 100 to a consumer at once, and keeps 25 GB; an object answers 1,000 requests a second. */
export const documented = {
  messagesPerSecond: 5000,
  batchSize: 100,
  queueBytes: 25e9,
  messageBytes: 2000,
  objectRequestsPerSecond: 1000,
  writerShare: 1,
}

/** Of the queue: how many batches are handled at once (max_concurrency in
 *  product-api/wrangler.toml), and what passes between two of them, which is an assumption. */
export const consumers = { maxConcurrency: 1, pauseMs: 100 }

/** Cost: 20 ns for each request simulated; a second of the day takes 60 bytes. */
export function simulateExamDay(day: ExamDay, costs: DatabaseCosts): Peaks {
  const traffic = drawTraffic(day, costs)
  const { seconds, requests, deliveries, writerMs, starts, submissions } = traffic
  const peaks: Peaks = {
    ...{ requestsPerSecond: maximum(requests), deliveriesPerSecond: maximum(deliveries) },
    objectRequestsPerSecond: traffic.objectRequestsPerSecond,
    replicaShare: maximum(traffic.replicaMs) / 1000,
    ...{ messagesPerSecond: 0, writerShare: 0, writerWaitSeconds: 0, waitingMessages: 0 },
    lastSummarySeconds: 0,
  }
  let [waitingStarts, waitingSubmissions, owedMs, lastSubmission] = [0, 0, 0, 0]
  /** Of its time, what the consumer has used of the next seconds. */
  let consumerOwedMs = 0
  for (let second = 0; second < seconds || waitingStarts + waitingSubmissions > 0; second++) {
    const [started = 0, submitted = 0] = [starts[second], submissions[second]]
    if (submitted > 0) lastSubmission = second
    waitingStarts += started
    waitingSubmissions += submitted
    const asked = writerMs[second] ?? 0
    let freeMs = Math.max(0, 1000 - owedMs - asked)
    let consumerMs = consumers.maxConcurrency * 1000 - consumerOwedMs
    let summaryMs = 0
    while (consumerMs > 0 && waitingStarts + waitingSubmissions > 0) {
      const fromStarts = Math.min(waitingStarts, documented.batchSize)
      const fromSubmissions = Math.min(waitingSubmissions, documented.batchSize - fromStarts)
      const ms =
        costs.batchMs +
        fromStarts * costs.startSummaryMs +
        fromSubmissions * costs.submissionSummaryMs
      const isFull = fromStarts + fromSubmissions === documented.batchSize
      const pauseMs = consumers.pauseMs + (isFull ? Math.min(maxRestMs, restShare * ms) : 0)
      if (ms > freeMs) break
      freeMs -= ms
      consumerMs -= ms + pauseMs
      summaryMs += ms
      waitingStarts -= fromStarts
      waitingSubmissions -= fromSubmissions
    }
    consumerOwedMs = Math.max(0, -consumerMs)
    owedMs = Math.max(0, owedMs + asked + summaryMs - 1000)
    peaks.messagesPerSecond = Math.max(peaks.messagesPerSecond, started + submitted)
    peaks.writerShare = Math.max(peaks.writerShare, (asked + summaryMs) / 1000)
    peaks.writerWaitSeconds = Math.max(peaks.writerWaitSeconds, owedMs / 1000)
    peaks.waitingMessages = Math.max(peaks.waitingMessages, waitingStarts + waitingSubmissions)
    if (summaryMs > 0) peaks.lastSummarySeconds = Math.max(0, second - lastSubmission)
  }
  return peaks
}

/** What arrives in each second. */
type Traffic = {
  seconds: number
  requests: Float64Array
  deliveries: Float64Array
  writerMs: Float64Array
  replicaMs: Float64Array
  starts: Float64Array
  submissions: Float64Array
  objectRequestsPerSecond: number
}

function drawTraffic(day: ExamDay, costs: DatabaseCosts): Traffic {
  const seconds = day.beginSeconds + day.minutes * 60 + day.endSeconds + day.pauseSeconds * 2 + 1
  const empty = () => new Float64Array(seconds)
  const [requests, deliveries, writerMs, replicaMs] = [empty(), empty(), empty(), empty()]
  const [starts, submissions, guests, opened] = [empty(), empty(), empty(), empty()]
  const random = mulberry32(day.seed)
  const [nearReads, primaryReads, resultPages] = [empty(), empty(), empty()]
  /** `reads`: how many of a request are grouped, and the ms of the replica for what each asks. */
  const add = (at: number, ...reads: number[]) => {
    const second = Math.min(seconds - 1, Math.floor(at))
    requests[second]! += 1
    for (const ms of reads) {
      nearReads[second]! += 1
      replicaMs[second]! += ms
    }
    return second
  }
  /** A grouped read of the primary database, in a request of its own. */
  const addPrimary = (at: number, ms: number) => {
    const second = add(at)
    primaryReads[second]! += 1
    writerMs[second]! += ms
  }
  for (let index = 0; index < day.participants; index++) {
    const startsAt = random() * day.beginSeconds
    const isGuest = random() < day.guestShare
    const ofMember = isGuest ? [] : [costs.replicaMemberMs]
    // Each request of a live mock may come to an isolate that does not remember the entry yet.
    let unknownShare = 1
    const ofDelivery = () => {
      const isUnknown = day.isLive && random() < unknownShare
      unknownShare *= 1 - 1 / isolates
      return isUnknown ? [...ofMember, costs.replicaEntryMs] : ofMember
    }
    if (day.isLive) {
      const second = add(startsAt, ...ofDelivery())
      starts[second]! += 1
      opened[second]! += 1
    } else {
      // Whether an attempt is running: at the start, and for a member on the page of the test.
      addPrimary(startsAt, isGuest ? costs.replicaGuestMs : costs.replicaMemberMs)
      if (!isGuest) addPrimary(startsAt, costs.replicaMemberMs)
      if (isGuest) guests[add(startsAt)]! += 1
      const caller = isGuest ? costs.replicaGuestMs : costs.replicaMemberMs
      starts[add(startsAt, caller, costs.replicaIdMs)]! += 1
      // The hall's journal and paper.
      add(startsAt, ...ofMember)
      add(startsAt, ...ofMember)
    }
    // Of a live mock the end is that of the bell.
    const endsAt = (day.isLive ? 0 : startsAt) + day.minutes * 60
    const stays = random() < day.untilEndShare
    const submitsAt = stays
      ? endsAt + random() * day.endSeconds
      : startsAt + (endsAt - startsAt) * (0.5 + random() / 2)
    const answersUntil = Math.min(submitsAt, endsAt)
    for (let at = startsAt; ;) {
      at += day.pauseSeconds * (0.6 + 0.8 * random())
      if (at >= answersUntil) break
      deliveries[add(at, ...ofDelivery())]! += 1
    }
    for (let at = startsAt + random() * accessTokenLifetimeSeconds; !isGuest && at < submitsAt;) {
      writerMs[add(at)]! += costs.renewalMs
      at += accessTokenLifetimeSeconds
    }
    // What it is marked by is the same for all.
    submissions[add(submitsAt, ...ofDelivery(), 0)]! += 1
    if (day.isLive) continue
    // The result, explanations and reports: who asks, and what; and the paper.
    primaryReads[add(submitsAt)]! += 2
    primaryReads[add(submitsAt, 0)]! += 2
    primaryReads[add(submitsAt)]! += 2
    resultPages[add(submitsAt, ...ofMember)]! += 1
  }
  for (let second = 0; second < seconds; second++) {
    const { readCallMs } = costs
    const nearCalls = (reads: number) => callsOf(reads, nearGroups)
    const primaryCalls = (reads: number) => callsOf(reads, primaryGroups)
    const contentCalls = Math.min(resultPages[second]!, contentCallsPerSecond)
    writerMs[second]! +=
      groupedMs(guests[second]!, guestGroups, costs) +
      groupedMs(opened[second]!, openedGroups, costs) +
      primaryCalls(primaryReads[second]!) * readCallMs +
      primaryCalls(resultPages[second]! * 2) * costs.resultSharedMs +
      resultPages[second]! * costs.resultMs
    replicaMs[second]! +=
      nearCalls(nearReads[second]!) * readCallMs +
      (day.isLive ? 0 : nearCalls(starts[second]!) * costs.replicaStartSharedMs) +
      nearCalls(submissions[second]!) * costs.replicaSubmissionSharedMs +
      contentCalls * (readCallMs + costs.replicaExplanationsMs)
  }
  const grouped = Math.max(
    maximum(nearReads) / grouperCounts.nearest,
    maximum(primaryReads) / grouperCounts.primary,
    // Explanations and topics.
    (maximum(resultPages) * 2) / grouperCounts.content,
  )
  // A phone waits 0.6 of the pause at least; what it repeats comes at once.
  return {
    ...{ seconds, requests, deliveries, writerMs, replicaMs, starts, submissions },
    objectRequestsPerSecond: Math.max(2, grouped),
  }
}

/** What so many rows of a second cost that are written in so many groups at most. */
const groupedMs = (rows: number, groups: number, { groupMs, groupRowMs }: DatabaseCosts) =>
  Math.min(rows, groups) * groupMs + rows * groupRowMs

const maximum = (values: Float64Array) => values.reduce((most, value) => Math.max(most, value), 0)
