import { mulberry32 } from '../authoring/generators/seeded-random.ts'
import { firstPace, paceAfter, roomAt, type Pace } from '../product-api/payments/clock/pace.ts'
import { nextCheckAt } from '../product-api/payments/ledger/polling-schedule.ts'
import type { Transaction } from '../product-api/payments/ledger/transactions.ts'
import type { PaymentProvider } from '../product-api/payments/providers/provider.ts'
import { DayRecorder, type ProviderDay } from './payments-record.ts'
import { TimeQueue } from './time-queue.ts'

// A day of orders, simulated event by event. When an order is due, how fast a clock asks and when
// it pauses is decided by the product API's own functions (polling-schedule.ts, clock/pace.ts);
// what a clock's object does around them, the providers' times and the payers are modelled here.

export type PaymentsDay = {
  /** By provider, spread over the day as `hourShares` says. */
  orders: Readonly<Record<string, number>>
  /** More orders, within a short time. */
  peak: { provider: string; orders: number; fromHour: number; minutes: number } | null
  /** A provider that answers nothing: each call ends at the deadline. */
  outage: { provider: string; fromHour: number; minutes: number } | null
  /** Looks at orders that were paid before, one a day for each (a provider without a report). */
  paidBefore: { provider: string; orders: number } | null
  /** What a call takes at the median, in ms. */
  callMs: number
  /** Of 32 clocks, simulate so many, with their part of the orders. */
  clocks: number
  seed: number
}

/** Of all clocks of a provider. */
export const clocksOfProvider = 32
/** Most orders come in the evening: the share of each hour of the day in India. */
const hourShares = [
  ...[1, 0.5, 0.3, 0.2, 0.3, 1, 2, 3, 4, 5, 5.5, 5.5],
  ...[5, 4.5, 4.5, 5, 5.5, 6, 7, 8.5, 9, 8, 6, 2.7],
]
const [secondMs, hourMs, dayMs] = [1000, 3_600_000, 86_400_000]
const startMs = Date.parse('2026-11-28T00:00:00Z')

/** Assumptions: of 100 payers, 55 pay, 30 close the page, 15 cancel. A tenth of those who pay do
 *  not return, and of the webhooks three in a hundred are lost; one payer in a hundred has both, so
 *  that there are enough of them to count. */
const shares = { pays: 0.55, closes: 0.3, bothLost: 0.01, noReturn: 0.1, noWebhook: 0.03 }
/** Assumptions: from the time of an alarm to its first call; a read of the database; what a look
 *  takes beside the call; the sigma of the logarithm of a call's time. */
const [alarmMs, readMs, writeMs, callSpread] = [60, 10, 25, 0.7]
const deadlineMs = 8000

type Order = Transaction & {
  paysAtMs: number
  isLost: boolean
  dueMs: number
  firstDueAfterPaymentMs: number
  isUnderWay: boolean
}
type Clock = {
  provider: string
  due: TimeQueue<Order>
  pace: Pace
  underWay: number
  /** When the next alarm or wait ends; what was set earlier is void. */
  wakesAtMs: number
}
type Event =
  | { kind: 'begin' | 'pay' | 'told' | 'cancel'; order: Order }
  | { kind: 'wake'; clock: Clock }
  | { kind: 'answer'; clock: Clock; order: Order; isAnswered: boolean }

/** Cost: about 5 µs for each look; a day of 100,000 orders has 3 million. */
export function simulatePaymentsDay(
  day: PaymentsDay,
  providers: readonly PaymentProvider[],
): Map<string, ProviderDay> {
  const random = mulberry32(day.seed)
  const part = day.clocks / clocksOfProvider
  const events = new TimeQueue<Event>()
  const clocks = new Map<string, Clock[]>()
  const records = new Map<string, DayRecorder>()
  for (const { facts } of providers) {
    records.set(facts.id, new DayRecorder(startMs))
    clocks.set(
      facts.id,
      Array.from({ length: day.clocks }, () => ({
        ...{ provider: facts.id, due: new TimeQueue<Order>() },
        ...{ pace: firstPace, underWay: 0, wakesAtMs: Infinity },
      })),
    )
  }
  const clockOf = new Map<Order, Clock>()
  const isDown = (provider: string, atMs: number, afterMs = 0) =>
    day.outage?.provider === provider &&
    atMs >= startMs + day.outage.fromHour * hourMs &&
    atMs < startMs + day.outage.fromHour * hourMs + day.outage.minutes * 60_000 + afterMs

  function newOrder(provider: PaymentProvider, atMs: number): Order {
    const kind = random()
    const paysAtMs = kind < shares.pays ? atMs + (25 + 155 * random()) * secondMs : Infinity
    const isLost =
      kind < shares.bothLost || (random() < shares.noReturn && random() < shares.noWebhook)
    const order: Order = {
      ...emptyOrder,
      ...{ provider: provider.facts.id, created_at: iso(atMs) },
      provider_expires_at: iso(atMs + provider.orderLifetimeMs),
      ...{ paysAtMs, isLost, dueMs: Infinity, firstDueAfterPaymentMs: Infinity },
    }
    const list = clocks.get(order.provider)!
    clockOf.set(order, list[Math.floor(random() * list.length)]!)
    records.get(order.provider)!.orders += 1
    events.push(atMs + 800, { kind: 'begin', order })
    if (paysAtMs < Infinity) events.push(paysAtMs, { kind: 'pay', order })
    if (kind >= shares.pays + shares.closes)
      events.push(atMs + (10 + 110 * random()) * secondMs, { kind: 'cancel', order })
    return order
  }

  /** Writes when the order is due next, and tells its clock. */
  function schedule(order: Order, nowMs: number, wasUnknown = false) {
    const next = nextCheckAt({ providers }, order, new Date(nowMs), wasUnknown)?.getTime()
    order.dueMs = next ?? Infinity
    if (next === undefined || next >= startMs + dayMs) return
    if (order.paysAtMs <= nowMs && order.firstDueAfterPaymentMs === Infinity)
      order.firstDueAfterPaymentMs = next
    const clock = clockOf.get(order)!
    clock.due.push(next, order)
    wakeBy(clock, next)
  }

  function wakeBy(clock: Clock, atMs: number) {
    if (atMs >= clock.wakesAtMs) return
    clock.wakesAtMs = atMs
    events.push(atMs, { kind: 'wake', clock })
  }

  /** What an object does at its alarm, and while it waits for answers. */
  function runClock(clock: Clock, nowMs: number, isAlarm = false) {
    const record = records.get(clock.provider)!
    if (isAlarm) record.alarms += 1
    const beginMs = nowMs + (isAlarm ? alarmMs : readMs)
    dropMoved(clock)
    while (clock.due.nextMs <= beginMs && roomAt(clock.pace, clock.underWay, nowMs) > 0) {
      const { atMs, item: order } = clock.due.pop()
      order.isUnderWay = true
      clock.underWay += 1
      const isAnswered = !isDown(clock.provider, beginMs)
      record.look(beginMs, Math.max(0, beginMs - atMs), isDown(clock.provider, atMs, 120_000))
      const dueMs = order.firstDueAfterPaymentMs
      if (order.isLost && dueMs <= beginMs && !isDown(clock.provider, dueMs, 120_000))
        record.noticed(beginMs - dueMs, beginMs - order.paysAtMs)
      const takesMs = isAnswered ? day.callMs * Math.exp(callSpread * normal(random)) : deadlineMs
      const endMs = beginMs + Math.min(takesMs, deadlineMs) + writeMs
      events.push(endMs, { kind: 'answer', clock, order, isAnswered })
      dropMoved(clock)
    }
    if (roomAt(clock.pace, clock.underWay, nowMs) > 0)
      wakeBy(clock, Math.max(nowMs + 1, clock.due.nextMs))
    else if (clock.underWay === 0) wakeBy(clock, Math.max(nowMs + 1, clock.pace.resumesAt))
  }

  /** Those first in the queue that were settled or moved since, or are asked about now. */
  function dropMoved({ due }: Clock) {
    for (let first = due.first; first; first = due.first) {
      if (first.dueMs === due.nextMs && !first.isUnderWay) return
      due.pop()
    }
  }

  function handle(event: Event, nowMs: number) {
    switch (event.kind) {
      case 'wake':
        if (event.clock.wakesAtMs !== nowMs) return
        event.clock.wakesAtMs = Infinity
        return runClock(event.clock, nowMs, event.clock.underWay === 0)
      case 'answer': {
        const { clock, order, isAnswered } = event
        clock.underWay -= 1
        clock.pace = paceAfter(clock.pace, isAnswered, nowMs, random())
        order.isUnderWay = false
        if (isAnswered) learn(order, nowMs)
        schedule(order, nowMs, !isAnswered)
        return runClock(clock, nowMs)
      }
      case 'begin':
        Object.assign(event.order, { state: 'redirected', redirect_url: 'https://provider.test/' })
        return schedule(event.order, nowMs)
      case 'cancel':
        if (event.order.state !== 'redirected') return
        Object.assign(event.order, { state: 'cancelled', failure: 'cancelled' })
        return schedule(event.order, nowMs)
      case 'pay': {
        const { order } = event
        if (order.isLost) order.firstDueAfterPaymentMs = Math.max(order.dueMs, nowMs)
        // The return, or the webhook, some seconds later.
        else events.push(nowMs + (1 + 4 * random()) * secondMs, { kind: 'told', order })
        return
      }
      case 'told':
        learn(event.order, nowMs)
        return schedule(event.order, nowMs)
    }
  }

  /** What the provider says of an order. */
  function learn(order: Order, nowMs: number) {
    if (order.state === 'paid') return
    if (order.paysAtMs <= nowMs) {
      Object.assign(order, { state: 'paid', failure: null, paid_at: iso(nowMs) })
      order.isLost = false
    } else if (order.state === 'redirected' && Date.parse(order.provider_expires_at) <= nowMs)
      order.state = 'expired'
  }

  const arrivals: [atMs: number, provider: PaymentProvider][] = []
  const byId = new Map(providers.map((provider) => [provider.facts.id, provider]))
  for (const [id, count] of Object.entries(day.orders))
    for (let index = 0; index < count * part; index += 1)
      arrivals.push([startMs + timeOfDay(random), byId.get(id)!])
  const { peak, paidBefore } = day
  if (peak)
    for (let index = 0; index < peak.orders * part; index += 1)
      arrivals.push([
        startMs + peak.fromHour * hourMs + random() * peak.minutes * 60_000,
        byId.get(peak.provider)!,
      ])
  for (const [atMs, provider] of arrivals) newOrder(provider, atMs)
  if (paidBefore)
    for (let index = 0; index < paidBefore.orders * part; index += 1) {
      const dueMs = startMs + timeOfDay(random)
      const paidAt = iso(dueMs - 10 * dayMs)
      const order: Order = {
        ...{ ...emptyOrder, provider: paidBefore.provider, state: 'paid', paid_at: paidAt },
        ...{ created_at: paidAt, provider_expires_at: paidAt, redirect_url: '', dueMs },
      }
      const list = clocks.get(order.provider)!
      const clock = list[Math.floor(random() * list.length)]!
      clockOf.set(order, clock)
      clock.due.push(dueMs, order)
      wakeBy(clock, dueMs)
    }
  while (events.nextMs < startMs + dayMs) {
    const { atMs, item } = events.pop()
    handle(item, atMs)
  }
  return new Map([...records].map(([id, record]) => [id, record.result()]))
}

const emptyOrder = {
  ...{ state: 'created', failure: null, reported_refunds: '[]', redirect_url: null },
  ...{ lease_until: null, paid_at: null, isUnderWay: false, isLost: false },
  ...{ paysAtMs: Infinity, dueMs: Infinity, firstDueAfterPaymentMs: Infinity },
} as unknown as Order

const iso = (atMs: number) => new Date(atMs).toISOString()

/** In ms; India is half past five ahead, which does not matter here. */
function timeOfDay(random: () => number): number {
  let left = random() * hourShares.reduce((sum, share) => sum + share, 0)
  for (const [hour, share] of hourShares.entries()) {
    if (left < share) return (hour + left / share) * hourMs
    left -= share
  }
  return dayMs - 1
}

const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
