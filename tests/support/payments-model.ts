import { expect } from 'vitest'
import { forgetCounts } from '../../product-api/limits/counters.ts'
import { openRefundRequest } from '../../product-api/payments/refunds/refund-requests.ts'
import { sendRefund } from '../../product-api/payments/refunds/refunds.ts'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { settle } from '../../product-api/payments/ledger/settle.ts'
import type { PaymentContext } from '../../product-api/payments/payment-context.ts'
import type { Transaction } from '../../product-api/payments/ledger/transactions.ts'
import { settings } from '../emulators/identity.ts'
import { vaoPack, type ProviderName } from '../emulators/payments.ts'
import type { Simulation } from './payments-simulation.ts'

const providers = ['paypal', 'phonepe'] as const
const plans = [vaoPack, 'karnataka-all'] as const

const choices = {
  paypal: [
    ...['approve', 'approve', 'approve', 'approve-and-close', 'approve-pending'],
    ...['approve-refused', 'decline', 'cancel'],
  ],
  phonepe: [
    ...['succeed', 'succeed', 'succeed', 'succeed-and-close', 'pending'],
    ...['decline', 'fail', 'leave'],
  ],
}

const faults = [
  ...['unavailable', 'unavailable', 'expired-token', 'expired-order', 'wrong-amount'],
  ...['wrong-currency', 'decline', 'pending', 'webhook-lost', 'webhook-lost'],
  ...['webhook-duplicate', 'webhook-reorder', 'webhook-forged', 'refuse', 'capture-declined'],
  'refund-pending',
]

type Known = {
  /** Who pays, for what and by whom: in some histories everybody and everything, in others one
   *  thing again and again. */
  users: readonly number[]
  plans: readonly string[]
  providers: readonly ProviderName[]
  ids: string[]
  /** Where payers can pay, and where they come back with. */
  links: { provider: ProviderName; url: string }[]
  returns: string[]
  keys: string[]
}

/** One history: a few payers, trouble and time, by chance. Every step is taken by up to three at
 *  once. */
export async function live(
  world: Simulation,
  chance: () => number,
  users: readonly number[],
  log: string[],
) {
  const known: Known = {
    users: chance() < 0.5 ? users.slice(0, 1) : users,
    plans: chance() < 0.6 ? plans.slice(0, 1) : plans,
    providers: oneOf(chance, [['paypal'], ['phonepe'], providers, providers]) ?? providers,
    ...{ ids: [], links: [], returns: [], keys: [] },
  }
  const steps = 6 + Math.floor(chance() * 7)
  world.world.lossy = chance() < 0.4 ? 0.08 : 0
  for (let step = 0; step < steps; step += 1) {
    const count = chance() < 0.5 ? 1 : chance() < 0.6 ? 2 : 3
    const isFirst = step === 0
    const taken = Array.from({ length: count }, () => act(world, chance, known, log, isFirst))
    await Promise.all(taken)
    if (chance() < 0.7) await world.calm()
    await proofOfEverySubscription(world)
  }
  await world.calm()
}

const oneOf = <Item>(chance: () => number, items: readonly Item[]): Item | undefined =>
  items[Math.floor(chance() * items.length)]

/** What can be done at any moment, as often as it stands here. */
const acts: [number, (world: Simulation, chance: () => number, known: Known) => Promise<string>][] =
  [
    [5, pressPay],
    [6, payAtProvider],
    [4, comeBack],
    [2, lookAtPage],
    [1, giveUp],
    [2, letTimePass],
    [2, strikeClock],
    [2, switchFaultOn],
    [1, decideAtProvider],
    [1, sendWebhooksAgain],
    [1, forge],
    [1, restart],
    [1, askForRefund],
  ]
const total = acts.reduce((sum, [weight]) => sum + weight, 0)

async function act(
  world: Simulation,
  chance: () => number,
  known: Known,
  log: string[],
  isFirst: boolean,
) {
  let left = isFirst ? 0 : chance() * total
  for (const [weight, what] of acts) {
    left -= weight
    if (left >= 0) continue
    log.push(await what(world, chance, known))
    return
  }
}

async function pressPay(world: Simulation, chance: () => number, known: Known) {
  const user = oneOf(chance, known.users) ?? 0
  const provider = oneOf(chance, known.providers) ?? 'paypal'
  const isSameForm = known.keys.length > 0 && chance() < 0.4
  const checkoutKey = isSameForm ? (oneOf(chance, known.keys) ?? '') : crypto.randomUUID()
  known.keys.push(checkoutKey)
  const answer = await world.call('POST', `/${provider}/checkout`, {
    user,
    body: {
      plan: oneOf(chance, known.plans),
      checkoutKey,
      useCredit: chance() < 0.3,
      ...(chance() < 0.4 && { coupon: 'ABHYASA10' }),
      again: chance() < 0.3,
    },
  })
  const view = answer?.body.data
  if (answer && answer.status < 300 && view) {
    known.ids.push(view.id)
    if (view.redirectUrl !== null) known.links.push({ provider, url: view.redirectUrl })
  }
  if (answer) expect([200, 201, 400, 401, 409, 503]).toContain(answer.status)
  return `${user} pays by ${provider}: ${answer?.status} ${view?.id ?? answer?.body.error.name ?? ''}`
}

async function payAtProvider(world: Simulation, chance: () => number, known: Known) {
  const link = oneOf(chance, known.links)
  if (!link) return pressPay(world, chance, known)
  const choice = oneOf(chance, choices[link.provider]) ?? ''
  const token = new URL(link.url).searchParams.get('token') ?? ''
  const path = link.provider === 'paypal' ? '/checkoutnow' : '/transact/pay'
  const answer = await world.atProvider(link.provider, path, {
    method: 'POST',
    body: new URLSearchParams({ token, choice }),
  })
  const location = answer.headers.get('location')
  if (location !== null) known.returns.push(location)
  return `${choice} at ${token.slice(0, 20)}: ${answer.status}`
}

async function comeBack(world: Simulation, chance: () => number, known: Known) {
  const address = known.returns.length === 0 ? undefined : oneOf(chance, known.returns)
  if (address === undefined) return payAtProvider(world, chance, known)
  const { pathname, search } = new URL(address)
  const user = chance() < 0.4 ? undefined : oneOf(chance, known.users)
  const answer = await world.call('GET', pathname + search, user === undefined ? {} : { user })
  if (answer) expect([200, 404]).toContain(answer.status)
  return `return ${search.slice(0, 34)}: ${answer?.status} ${answer?.status === 200 ? answer.body.data.status : ''}`
}

async function lookAtPage(world: Simulation, chance: () => number, known: Known) {
  const id = oneOf(chance, known.ids)
  const user = oneOf(chance, known.users) ?? 0
  if (id === undefined) return 'no page to look at'
  const answer = await world.call('GET', `/transaction/details?id=${id}`, { user })
  return `page of ${id}: ${answer?.status}`
}

async function giveUp(world: Simulation, chance: () => number, known: Known) {
  const id = oneOf(chance, known.ids)
  const user = oneOf(chance, known.users) ?? 0
  if (id === undefined) return 'nothing to give up'
  const answer = await world.call('POST', `/${id}/cancel`, { user, body: {} })
  return `gives up ${id}: ${answer?.status}`
}

function letTimePass(world: Simulation, chance: () => number) {
  const seconds = oneOf(chance, [5, 30, 65, 300, 1300, 4000, 11_000]) ?? 5
  world.passTime(seconds)
  return Promise.resolve(`${seconds} s pass`)
}

async function strikeClock(world: Simulation) {
  await world.strike()
  return 'the clock strikes'
}

async function switchFaultOn(world: Simulation, chance: () => number) {
  const provider = oneOf(chance, providers) ?? 'paypal'
  const name = oneOf(chance, faults) ?? ''
  const more = {
    next: 1 + Math.floor(chance() * 2),
    status: oneOf(chance, [500, 503, 429]),
    then: chance() < 0.5 ? 'completed' : 'declined',
    ...(chance() < 0.5 && { statusCalls: Math.floor(chance() * 3) }),
  }
  await control(world, provider, '/faults', { name, ...more })
  return `${provider} ${name}`
}

async function decideAtProvider(world: Simulation, chance: () => number, known: Known) {
  const id = oneOf(chance, known.ids)
  const outcome = chance() < 0.6 ? 'completed' : 'declined'
  for (const provider of providers) await control(world, provider, '/settle', { id, outcome })
  return `${id} is ${outcome}`
}

async function sendWebhooksAgain(world: Simulation, chance: () => number) {
  const provider = oneOf(chance, providers) ?? 'paypal'
  await control(world, provider, '/webhooks/resend', {})
  return `${provider} sends its webhooks again`
}

/** Whatever a stranger may try: addresses, ids and webhooks that do not fit together. */
async function forge(world: Simulation, chance: () => number, known: Known) {
  const [one, other] = [oneOf(chance, known.returns), oneOf(chance, known.returns)]
  const id = oneOf(chance, known.ids) ?? '0'.repeat(26)
  if (one !== undefined && other !== undefined) {
    const [to, from] = [new URL(one), new URL(other)]
    const part = oneOf(chance, ['tx', 's', 'token']) ?? 's'
    const value = from.searchParams.get(part) ?? 'x'
    if (to.searchParams.has(part) && to.searchParams.get(part) !== value) {
      to.searchParams.set(part, value)
      const answer = await world.call('GET', to.pathname + to.search)
      if (answer) expect(answer.status).toBe(404)
    }
  }
  const stranger = await world.call('GET', `/transaction/details?id=${id}&s=abc.${'x'.repeat(43)}`)
  if (stranger) expect(stranger.status).toBe(404)
  const webhook = await world.call('POST', '/phonepe/webhook', {
    body: {
      event: 'checkout.order.completed',
      payload: { merchantOrderId: id, state: 'COMPLETED', amount: 1 },
    },
  })
  if (webhook) expect(webhook.status).toBe(401)
  return 'somebody forges'
}

function restart(world: Simulation) {
  world.restart()
  return Promise.resolve('all dies')
}

async function askForRefund(world: Simulation, chance: () => number, known: Known) {
  const id = oneOf(chance, known.ids)
  if (id === undefined) return 'nothing to give back'
  const context = paymentContextOf(world)
  const sent = await world.invoke(async () => {
    const row = await transaction(world, id)
    if (row?.state !== 'paid') return 'not paid'
    const amountMinor = chance() < 0.8 ? row.amount_minor : 100
    const request = await openRefundRequest(context, row, {
      by: 'operator',
      reason: '',
      amountMinor,
    })
    return (await sendRefund(context, request.id))?.status ?? 'not sent'
  })
  return `refund of ${id}: ${sent}`
}

const paymentContextOf = (world: Simulation): PaymentContext => ({
  db: world.world.db,
  ...configurePayments(settings),
  now: () => new Date(),
})

const control = (world: Simulation, provider: ProviderName, path: string, body: object) =>
  world.atProvider(provider, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const transaction = (world: Simulation, id: string) =>
  world.world.db
    .prepare('SELECT * FROM payment_transactions WHERE id = ?')
    .bind(id)
    .first<Transaction>()

const all = async <Row>(world: Simulation, sql: string): Promise<Row[]> =>
  (await world.world.db.prepare(sql).all<Row>()).results

/** Trouble ends, undecided banks decide, webhooks that were not taken come once more, and the clock
 *  strikes whenever anything is due until nothing is; a person looks at what was flagged. */
export async function reconcile(world: Simulation, chance: () => number) {
  world.world.lossy = 0
  for (const provider of providers) {
    await control(world, provider, '/faults', { none: true })
    if (chance() < 0.3) await control(world, provider, '/webhooks/resend', {})
  }
  await world.calm()
  for (let turn = 0; turn < 200; turn += 1) {
    if (chance() < 0.5) await decideWhatIsPending(world, chance)
    const [due] = await all<{ at: string | null }>(
      world,
      `SELECT min(at) AS at FROM (
         SELECT next_check_at AS at FROM payment_transactions WHERE state NOT IN ('paid', 'partially_refunded')
         UNION ALL SELECT next_check_at FROM refund_requests WHERE status = 'sent')`,
    )
    if (!due?.at) break
    const seconds = Math.ceil((Date.parse(due.at) - Date.now()) / 1000)
    if (seconds > 0) world.passTime(seconds)
    await world.strike()
    await world.calm()
  }
  for (const { id } of await all<{ id: string }>(
    world,
    `SELECT id FROM payment_transactions WHERE state = 'review'`,
  ))
    await settle(paymentContextOf(world), id, 'operator')
  await world.calm()
}

async function decideWhatIsPending(world: Simulation, chance: () => number) {
  for (const provider of providers) {
    const { orders } = await world.books(provider)
    for (const { orderId, payments } of orders)
      if (payments.some(({ state }) => state === 'PENDING')) {
        const outcome = chance() < 0.5 ? 'completed' : 'declined'
        await control(world, provider, '/settle', { id: orderId, outcome })
      }
  }
  await world.calm()
}

/** At no moment does anybody have what was not paid for. */
async function proofOfEverySubscription(world: Simulation) {
  // First what was given, then the books: what is paid in between is no fault.
  const given = await all<{ transaction_id: string }>(
    world,
    'SELECT transaction_id FROM user_subscriptions WHERE transaction_id IS NOT NULL',
  )
  const books = await Promise.all(providers.map((provider) => world.books(provider)))
  const received = new Set(
    books.flatMap(({ orders }) =>
      orders.filter(({ capturedMinor }) => capturedMinor > 0).map(({ reference }) => reference),
    ),
  )
  for (const { transaction_id } of given) expect(received).toContain(transaction_id)
}

/** What holds once everything has been looked at. */
export async function check(world: Simulation) {
  await proofOfEverySubscription(world)
  const rows = await all<Transaction>(world, 'SELECT * FROM payment_transactions')
  const given = await all<{ transaction_id: string; status: string; user_id: number }>(
    world,
    'SELECT transaction_id, status, user_id FROM user_subscriptions WHERE transaction_id IS NOT NULL',
  )
  for (const provider of providers) {
    const { orders, totals } = await world.books(provider)
    const captured = orders.filter(({ capturedMinor }) => capturedMinor > 0)
    // Never two captures for a transaction.
    expect(new Set(captured.map(({ reference }) => reference)).size).toBe(captured.length)
    for (const { reference, capturedMinor, refundedMinor } of captured) {
      const row = rows.find(({ id }) => id === reference)
      const subscription = given.find(({ transaction_id }) => transaction_id === reference)
      // Never paid there without a subscription here, of the one who paid.
      expect(subscription?.user_id).toBe(row?.user_id)
      expect(subscription?.status).toBe(refundedMinor === capturedMinor ? 'refunded' : 'active')
      expect([row?.amount_minor, row?.refunded_minor]).toEqual([capturedMinor, refundedMinor])
    }
    // The ledger and the provider's books are one.
    const [sums] = await all<{ came: number; went: number }>(
      world,
      `SELECT coalesce(sum(max(amount_minor, 0)), 0) AS came, coalesce(sum(max(-amount_minor, 0)), 0) AS went
       FROM payment_events WHERE provider = '${provider}'`,
    )
    const [total = { capturedMinor: 0, refundedMinor: 0 }] = Object.values(totals)
    expect([sums?.came, sums?.went]).toEqual([total.capturedMinor, total.refundedMinor])
  }
  // Whoever went back and began anew at PayPal has paid once.
  const byPayPal = rows.filter(({ provider, paid_at }) => provider === 'paypal' && paid_at !== null)
  for (const one of byPayPal)
    for (const other of byPayPal)
      if (one.id !== other.id && one.user_id === other.user_id && one.plan_id === other.plan_id)
        expect(one.created_at > other.paid_at! || other.created_at > one.paid_at!).toBe(true)
  // Nobody waits any more; receipts are numbered without a gap; credit is spent once or not at all.
  expect(
    rows.filter(({ state }) =>
      ['created', 'redirected', 'approved', 'capturing', 'pending', 'review'].includes(state),
    ),
  ).toEqual([])
  const receipts = rows.flatMap(({ receipt_year, receipt_n }) =>
    receipt_n === null ? [] : [`${receipt_year} ${receipt_n}`],
  )
  expect(new Set(receipts).size).toBe(receipts.length)
  const gaps = await all<{ gap: number }>(
    world,
    'SELECT max(receipt_n) - count(*) AS gap FROM payment_transactions WHERE receipt_n IS NOT NULL GROUP BY receipt_year',
  )
  for (const { gap } of gaps) expect(gap).toBe(0)
  const credit = await all<{ id: string; state: string; credit: number; spent: number }>(
    world,
    `SELECT t.id, t.state, t.credit_minor AS credit, -coalesce((SELECT sum(r.amount_minor) FROM referral_transactions r
       WHERE r.transaction_id = t.id AND r.kind IN ('spent', 'returned')), 0) AS spent FROM payment_transactions t`,
  )
  for (const { state, credit: of, spent } of credit)
    expect(spent).toBe(['paid', 'partially_refunded'].includes(state) ? of : 0)
}

/** Everything of the last history goes: the ledger too, whose triggers the model's notebook is
 *  without. */
export async function forget(world: Simulation) {
  forgetCounts()
  await world.world.db.batch(
    [
      ...['user_subscriptions', 'refund_requests', 'referral_transactions', 'payment_handoffs'],
      ...['payment_events', 'payment_transactions', 'rate_limits', 'provider_tokens'],
    ].map((table) => world.world.db.prepare(`DELETE FROM ${table}`)),
  )
  for (const provider of providers) await world.atProvider(provider, '/reset', { method: 'POST' })
}

/** Members, each with some credit to spend. */
export async function addMembers(world: Simulation, count: number): Promise<number[]> {
  const { db } = world.world
  const at = new Date().toISOString()
  const ids = Array.from({ length: count }, (_, index) => 900_001 + index)
  await db.batch(
    ids.flatMap((id) => [
      db
        .prepare(
          `INSERT INTO users (id, document_id, username, email, provider, confirmed, created_at, updated_at)
           VALUES (?, ?, ?, ?, 'local', 1, ?, ?)`,
        )
        .bind(id, `model-${id}`, `model-${id}`, `model${id}@example.in`, at, at),
      db
        .prepare(
          `INSERT INTO sessions (id, user_id, device_kind, user_agent, created_at, last_seen_at) VALUES (?, ?, 'browser', '', ?, ?)`,
        )
        .bind(`session-${id}`, id, at, at),
    ]),
  )
  return ids
}

export const giveCredit = (world: Simulation, users: readonly number[]) =>
  world.world.db.batch(
    users.map((id) =>
      world.world.db
        .prepare(
          `INSERT INTO referral_transactions (document_id, user_id, kind, amount_minor, currency, created_at) VALUES (?, ?, 'earned', 5000, 'INR', ?)`,
        )
        .bind(crypto.randomUUID(), id, new Date().toISOString()),
    ),
  )

/** What happened and what is kept of it: the whole story of a history that failed. */
export async function storyOf(world: Simulation, log: readonly string[]): Promise<string> {
  const rows = await all(
    world,
    'SELECT id, provider, user_id, plan_id, state, failure, next_check_at, last_error, created_at, paid_at FROM payment_transactions',
  )
  const events = await all(
    world,
    'SELECT transaction_id, kind, cause, from_state, to_state, amount_minor, detail, at FROM payment_events',
  )
  return [
    ...log,
    ...rows.map((row) => JSON.stringify(row)),
    ...events.map((event) => JSON.stringify(event)),
  ].join('\n')
}
