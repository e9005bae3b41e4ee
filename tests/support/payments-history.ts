import { expect } from 'vitest'
import {
  redeemReferralCode,
  referralCodeOf,
} from '../../product-api/payments/checkout/referrals.ts'
import { eraseUser } from '../../product-api/identity/personal-data.ts'
import type { User } from '../../product-api/identity/users.ts'
import { personalData } from '../../product-api/personal-data.ts'
import { Refusal } from '../../product-api/strapi/errors.ts'
import type { AnswerBody } from '../emulators/payments.ts'
import { approvalChoice, paymentPages } from './payment-emulators.ts'
import { expectNoDebts, expectSubscriptionsPaid } from './payments-invariants.ts'
import {
  coupons,
  otherLargerPlan,
  postToEmulator,
  selectRows,
  simulatedProviders,
  type Simulation,
  type SimulatedProvider,
} from './payments-simulation-data.ts'
import {
  requestRefund,
  refundAtDesk,
  reverseInPart,
  repeatRefund,
  requestRefundAsPayer,
  declineRefundAsOperator,
  disputePayment,
  refundByCommand,
  refundOnProvidersPages,
} from './payments-steps-afterwards.ts'
import {
  randomItem,
  transaction,
  type HistoryState,
  type SeededRandom,
  type Step,
} from './payments-steps.ts'

const daySeconds = 86_400

const plans = ['village-administrative-officer-pack', 'karnataka-all'] as const

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
  ...['refund-pending', 'request-in-progress'],
]

/** Runs one random history of payments: 6 to 12 rounds of up to three concurrent steps. Appends
 *  what was done to `log`. */
export async function runHistory(
  simulation: Simulation,
  random: SeededRandom,
  users: readonly number[],
  log: string[],
) {
  const state: HistoryState = {
    users: random.next() < 0.4 ? users.slice(0, 1) : users,
    plans: random.next() < 0.4 ? plans.slice(0, 1) : plans,
    providers:
      randomItem(random, [['paypal'], ['phonepe'], simulatedProviders, simulatedProviders]) ??
      simulatedProviders,
    ...{ ids: [], links: [], returnUrls: [], checkoutKeys: [] },
    ...{ paymentOfForm: new Map(), deciding: new Set() },
  }
  const isAboutUpgrades = random.next() < 0.3
  const steps = isAboutUpgrades ? stepsAboutUpgrades : weightedSteps
  if (isAboutUpgrades) log.push(await buySmallerPlan(simulation, random, state))
  const rounds = 6 + random.integerBelow(7)
  simulation.environment.lossRate = random.next() < 0.4 ? 0.08 : 0
  for (let round = 0; round < rounds; round += 1) {
    const count = random.next() < 0.5 ? 1 : random.next() < 0.6 ? 2 : 3
    const among = round === 0 && !isAboutUpgrades ? weightedSteps.slice(0, 1) : steps
    await Promise.all(
      Array.from({ length: count }, async () => {
        log.push(await stepOf(random, among)(simulation, random, state))
      }),
    )
    if (random.next() < 0.7) await simulation.finishBackgroundWork()
    await expectSubscriptionsPaid(simulation)
    await expectNoDebts(simulation)
  }
  await simulation.finishBackgroundWork()
}

type WeightedStep = readonly [weight: number, step: Step]

/** The possible steps with their relative frequencies. */
const weightedSteps: readonly WeightedStep[] = [
  [5, startCheckout],
  [6, chooseAtProvider],
  [4, returnToSite],
  [2, openStatusPage],
  [2, cancelPayment],
  [2, advanceTime],
  [2, runCron],
  [2, activateFault],
  [1, settleAtProvider],
  [1, resendWebhooks],
  [1, sendForgedRequests],
  [1, killInvocations],
  [1, requestRefund],
  [1, repeatRefund],
  [1.5, refundAtDesk],
  [1, reverseInPart],
  [1.5, disputePayment],
  [2, upgradePlan],
  [1, renewPlan],
  [1.5, competeForCoupon],
  [1, competeForCredit],
  [1, requestRefundAsPayer],
  [1, declineRefundAsOperator],
  [1, refundOnProvidersPages],
  [1, redeemFriendsCode],
  [0.5, eraseAccount],
]

/** The steps of a history in which somebody has the smaller plan from the beginning. */
const stepsAboutUpgrades: readonly WeightedStep[] = [...weightedSteps, [10, upgradePlan]]

function stepOf(random: SeededRandom, steps: readonly WeightedStep[]): Step {
  let remaining = random.next() * steps.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, step] of steps) {
    remaining -= weight
    if (remaining < 0) return step
  }
  return startCheckout
}

/** A member pays for the smaller plan, and has used some of its days or none. */
async function buySmallerPlan(simulation: Simulation, random: SeededRandom, state: HistoryState) {
  const user = randomItem(random, state.users) ?? 0
  const provider = randomItem(random, state.providers) ?? 'paypal'
  const purchase = { user, provider, plan: plans[0] }
  const { done, url } = await order(simulation, random, state, purchase)
  if (url === null) return done
  const paid = await pay(simulation, random, state, purchase, url)
  await simulation.finishBackgroundWork()
  const days = randomItem(random, [0, 1, 9, 40]) ?? 0
  await simulation.advanceTime(days * daySeconds - (days > 0 ? random.integerBelow(daySeconds) : 0))
  return `${done}, ${paid}, and about ${days} days later`
}

async function startCheckout(simulation: Simulation, random: SeededRandom, state: HistoryState) {
  const user = randomItem(random, state.users) ?? 0
  const provider = randomItem(random, state.providers) ?? 'paypal'
  const plan = randomItem(random, state.plans) ?? plans[0]
  return (await order(simulation, random, state, { user, provider, plan })).done
}

/** A member who has the smaller plan orders a larger one, which replaces it; often they pay at
 *  once. Sometimes they begin with a renewal of the smaller one or with another larger one at the
 *  same time. */
async function upgradePlan(simulation: Simulation, random: SeededRandom, state: HistoryState) {
  const owner = await ownerOf(simulation, random, plans[0])
  if (!owner) return startCheckout(simulation, random, state)
  const { user, paidBy } = owner
  const provider = random.next() < 0.8 ? paidBy : (randomItem(random, state.providers) ?? paidBy)
  const purchase = { user, provider, plan: plans[1], isNew: true }
  const other = randomItem(random, [plans[0], otherLargerPlan, otherLargerPlan]) ?? plans[0]
  const others = random.next() < 0.5 ? [other] : []
  const [{ done, id, url }, beside] = await Promise.all([
    order(simulation, random, state, purchase),
    ...others.map((plan) => order(simulation, random, state, { ...purchase, plan })),
  ])
  if (id === null || url === null || random.next() < 0.3) return `upgrade: ${done}`
  const log = [`upgrade: ${done}`]
  // Some leave it, order again, and pay both.
  if (random.next() < 0.3) {
    log.push(await cancelOf(simulation, id, user))
    const again = await order(simulation, random, state, purchase)
    log.push(again.done)
    if (again.url !== null) log.push(await pay(simulation, random, state, purchase, again.url))
  }
  log.push(await pay(simulation, random, state, purchase, url))
  if (beside !== undefined && beside.url !== null && random.next() < 0.7)
    log.push(await pay(simulation, random, state, purchase, beside.url))
  if (random.next() < 0.3) log.push(`refund: ${await refundByCommand(simulation, id, null)}`)
  return log.join(', ')
}

/** A member buys a plan again that they have: the new period follows the old one. */
async function renewPlan(simulation: Simulation, random: SeededRandom, state: HistoryState) {
  const plan = random.next() < 0.7 ? plans[0] : plans[1]
  const owner = await ownerOf(simulation, random, plan)
  if (!owner) return startCheckout(simulation, random, state)
  const purchase = { user: owner.user, provider: owner.paidBy, plan, isNew: true }
  const { done, url } = await order(simulation, random, state, purchase)
  if (url === null) return `renewal: ${done}`
  return `renewal: ${done}, ${await pay(simulation, random, state, purchase, url)}`
}

/** Two orders with a coupon that can be used once; then both are paid. */
async function competeForCoupon(simulation: Simulation, random: SeededRandom, state: HistoryState) {
  const coupon = randomItem(random, coupons.slice(1))?.code
  const user = randomItem(random, state.users) ?? 0
  const other = coupon === 'LAST50' ? (randomItem(random, state.users) ?? user) : user
  return compete(simulation, random, state, [
    { user, coupon },
    { user: other, coupon },
  ])
}

/** Two orders of a member with the same credit; then both are paid. */
async function competeForCredit(simulation: Simulation, random: SeededRandom, state: HistoryState) {
  const one = { user: randomItem(random, state.users) ?? 0, useCredit: true }
  return compete(simulation, random, state, [one, one])
}

/** Two orders, of which the first is left before the second is begun; then both are paid. */
async function compete(
  simulation: Simulation,
  random: SeededRandom,
  state: HistoryState,
  [first, second]: [CompetingOrder, CompetingOrder],
) {
  const provider = randomItem(random, state.providers) ?? 'paypal'
  const [left, kept] = [
    { ...first, provider, plan: plans[0], isNew: true },
    { ...second, provider, plan: plans[1], isNew: true },
  ]
  const one = await order(simulation, random, state, left)
  if (one.id === null || one.url === null) return one.done
  const log = [one.done, await cancelOf(simulation, one.id, left.user)]
  const two = await order(simulation, random, state, kept)
  log.push(two.done)
  if (two.url !== null) log.push(await pay(simulation, random, state, kept, two.url))
  log.push(await pay(simulation, random, state, left, one.url))
  return `competing: ${log.join(', ')}`
}

async function ownerOf(simulation: Simulation, random: SeededRandom, plan: string) {
  return randomItem(
    random,
    await selectRows<{ user: number; paidBy: SimulatedProvider }>(
      simulation,
      `SELECT t.user_id AS user, t.provider AS paidBy
       FROM user_subscriptions s JOIN payment_transactions t ON t.id = s.transaction_id
       WHERE s.status = 'active' AND s.user_id IS NOT NULL AND t.plan ->> 'slug' = '${plan}'`,
    ),
  )
}

async function pay(
  simulation: Simulation,
  random: SeededRandom,
  state: HistoryState,
  { user, provider }: Purchase,
  url: string,
) {
  const paid = await choose(simulation, state, { provider, url }, approvalChoice(provider))
  if (provider === 'paypal' && random.next() < 0.8)
    await returnFrom(simulation, paid.location, user)
  return paid.done
}

/** `isNew`: by a form of its own, and confirmed as a second purchase. `coupon`, `useCredit`: at
 *  random without them. */
type Purchase = {
  user: number
  provider: SimulatedProvider
  plan: string
  isNew?: boolean
  coupon?: string | undefined
  useCredit?: boolean
}

type CompetingOrder = Pick<Purchase, 'user' | 'coupon' | 'useCredit'>

async function order(
  simulation: Simulation,
  random: SeededRandom,
  state: HistoryState,
  { user, provider, plan, isNew = false, coupon: wanted, useCredit }: Purchase,
): Promise<{ done: string; id: string | null; url: string | null }> {
  const isSameForm = !isNew && state.checkoutKeys.length > 0 && random.next() < 0.4
  const checkoutKey = isSameForm
    ? (randomItem(random, state.checkoutKeys) ?? '')
    : crypto.randomUUID()
  state.checkoutKeys.push(checkoutKey)
  const { intents } = simulation.environment
  const coupon = wanted ?? (random.next() < 0.5 ? randomItem(random, coupons)?.code : undefined)
  // The same form means the same order, if that one can still be paid.
  const ofForm = state.paymentOfForm.get(checkoutKey)
  const startedAt = simulation.nextEvent()
  if (ofForm !== undefined) intents.wants(ofForm)
  const answer = await simulation.call('POST', `/${provider}/checkout`, {
    user,
    body: {
      plan,
      checkoutKey,
      payerState: user % 2 === 0 ? '29' : '37',
      useCredit: useCredit ?? random.next() < 0.3,
      ...(coupon !== undefined && { coupon }),
      again: isNew || random.next() < 0.3,
    },
  })
  const view = answer?.body.data
  if (answer && answer.status < 300 && view) {
    const row = state.ids.includes(view.id) ? null : await transaction(simulation, view.id)
    if (row?.upgrade_from) intents.daysAreDeducted(row.upgrade_from, startedAt)
    state.ids.push(view.id)
    if (view.redirectUrl !== null) state.links.push({ provider, url: view.redirectUrl })
    intents.started(provider, view.id, view.redirectUrl, user)
    intents.toldMinor.set(view.id, view.amountMinor)
    state.paymentOfForm.set(checkoutKey, view.id)
    // It may have been left by a call that was under way at the same time.
    if (view.status === 'waiting') intents.wants(view.id)
    if (view.status === 'waiting') await replaceOthers(simulation, view.id)
  }
  // An account that is erased at this moment breaks the reference to it.
  const expected = [200, 201, 400, 401, 409, 429, 503, ...(intents.erased.size > 0 ? [500] : [])]
  if (answer) expect(expected).toContain(answer.status)
  const outcome = view?.id ?? answer?.body.error.name ?? ''
  const done = `${user} starts a checkout of ${plan} by ${provider}: ${answer?.status} ${outcome}`
  return { done, id: view?.id ?? null, url: view?.redirectUrl ?? null }
}

/** The payer has begun an order, so they no longer want the earlier ones for the same plan. */
async function replaceOthers(simulation: Simulation, id: string) {
  const others = await selectRows<{ id: string }>(
    simulation,
    `SELECT o.id FROM payment_transactions o JOIN payment_transactions t ON t.id = '${id}'
     WHERE o.user_id = t.user_id AND o.plan_id = t.plan_id AND o.id <> t.id
       AND t.state = 'redirected' AND o.rowid < t.rowid
       AND o.state IN ('cancelled', 'failed', 'expired')`,
  )
  for (const other of others)
    simulation.environment.intents.replaces(other.id, simulation.nextEvent())
}

async function chooseAtProvider(simulation: Simulation, random: SeededRandom, state: HistoryState) {
  const link = randomItem(random, state.links)
  if (!link) return startCheckout(simulation, random, state)
  const choice = randomItem(random, choices[link.provider]) ?? ''
  return (await choose(simulation, state, link, choice)).done
}

async function choose(
  simulation: Simulation,
  state: HistoryState,
  link: HistoryState['links'][number],
  choice: string,
) {
  const token = new URL(link.url).searchParams.get('token') ?? ''
  const { path } = paymentPages[link.provider]
  if (choice !== 'cancel') simulation.environment.intents.choosesAtProvider(token)
  const answer = await simulation.atProvider(link.provider, path, {
    method: 'POST',
    body: new URLSearchParams({ token, choice }),
  })
  // The payer may have left the payment while this choice was on its way.
  if (choice !== 'cancel') simulation.environment.intents.choosesAtProvider(token)
  const location = answer.headers.get('location')
  if (location !== null) state.returnUrls.push(location)
  return { done: `${choice} at ${token.slice(0, 20)}: ${answer.status}`, location }
}

async function returnToSite(simulation: Simulation, random: SeededRandom, state: HistoryState) {
  const address = state.returnUrls.length === 0 ? undefined : randomItem(random, state.returnUrls)
  if (address === undefined) return chooseAtProvider(simulation, random, state)
  const user = random.next() < 0.4 ? undefined : randomItem(random, state.users)
  return returnFrom(simulation, address, user)
}

async function returnFrom(
  simulation: Simulation,
  address: string | null,
  user: number | undefined,
) {
  if (address === null) return 'no address to return to'
  const { pathname, search, searchParams } = new URL(address)
  const { intents } = simulation.environment
  const id = searchParams.get('tx') ?? ''
  if (pathname.endsWith('/cancel')) intents.leaves(id)
  else intents.returns(id, searchParams.get('token'))
  const answer = await simulation.call('GET', pathname + search, user === undefined ? {} : { user })
  if (answer) {
    intents.hasReturned(searchParams.get('token'))
    expect([200, 404]).toContain(answer.status)
  }
  const status = answer?.status === 200 ? answer.body.data.status : ''
  if (pathname.endsWith('/cancel')) recordLeaving(simulation, id, answer)
  return `return ${search.slice(0, 34)}: ${answer?.status} ${status}`
}

async function openStatusPage(simulation: Simulation, random: SeededRandom, state: HistoryState) {
  const id = randomItem(random, state.ids)
  const user = randomItem(random, state.users) ?? 0
  if (id === undefined) return 'no status page'
  const answer = await simulation.call('GET', `/transaction/details?id=${id}`, { user })
  const status = answer?.status === 200 ? answer.body.data.status : ''
  if (status === 'paid' || status === 'refunded') await expectTold(simulation, id, status)
  return `status page of ${id}: ${answer?.status} ${status}`
}

/** What a payer is told about their money is so at the provider. */
async function expectTold(simulation: Simulation, id: string, status: 'paid' | 'refunded') {
  const lists = await Promise.all(simulatedProviders.map((one) => simulation.providerOrders(one)))
  const found = lists.flatMap(({ orders }) => orders).find(({ reference }) => reference === id)
  const { capturedMinor = 0, refundedMinor = 0, reversedMinor = 0 } = found ?? {}
  const isTrue =
    capturedMinor > 0 && (status === 'paid' || refundedMinor + reversedMinor >= capturedMinor)
  expect([id, status, isTrue]).toEqual([id, status, true])
}

async function cancelPayment(simulation: Simulation, random: SeededRandom, state: HistoryState) {
  const id = randomItem(random, state.ids)
  const user = randomItem(random, state.users) ?? 0
  return id === undefined ? 'nothing to cancel' : cancelOf(simulation, id, user)
}

async function cancelOf(simulation: Simulation, id: string, user: number) {
  const row = await transaction(simulation, id)
  if (row?.user_id === user && row.paid_at === null) simulation.environment.intents.leaves(id)
  const answer = await simulation.call('POST', `/${id}/cancel`, { user, body: {} })
  if (row?.user_id === user) recordLeaving(simulation, id, answer)
  return `cancels ${id}: ${answer?.status} ${answer?.status === 200 ? answer.body.data.status : ''}`
}

/** Records whether the payer was told that they have left the payment. */
function recordLeaving(
  { environment, nextEvent }: Simulation,
  id: string,
  answer: { status: number; body: AnswerBody } | null,
) {
  const { intents } = environment
  // A lost call may not have arrived.
  if (answer?.status !== 200) return intents.wants(id)
  const { status } = answer.body.data
  if (status === 'cancelled') intents.isToldThatLeft(id, nextEvent())
  // The money had arrived, or somebody looks into it.
  else if (['paid', 'refunded', 'review'].includes(status)) intents.wants(id)
}

async function advanceTime(simulation: Simulation, random: SeededRandom) {
  const seconds = randomItem(random, [5, 30, 65, 300, 1300, 4000, 11_000, 700_000]) ?? 5
  await simulation.advanceTime(seconds)
  return `time advances by ${seconds} s`
}

async function runCron(simulation: Simulation) {
  await simulation.runCron()
  return 'cron trigger'
}

async function activateFault(simulation: Simulation, random: SeededRandom) {
  const provider = randomItem(random, simulatedProviders) ?? 'paypal'
  const name = randomItem(random, faults) ?? ''
  const more = {
    next: 1 + random.integerBelow(2),
    status: randomItem(random, [500, 503, 429]),
    then: random.next() < 0.5 ? 'completed' : 'declined',
    ...(random.next() < 0.5 && { statusCalls: random.integerBelow(3) }),
  }
  await postToEmulator(simulation, provider, '/faults', { name, ...more })
  return `${provider} fault ${name}`
}

async function settleAtProvider(simulation: Simulation, random: SeededRandom, state: HistoryState) {
  const id = randomItem(random, state.ids)
  const outcome = random.next() < 0.6 ? 'completed' : 'declined'
  for (const provider of simulatedProviders)
    await postToEmulator(simulation, provider, '/settle', { id, outcome })
  return `${id} is ${outcome}`
}

async function resendWebhooks(simulation: Simulation, random: SeededRandom) {
  const provider = randomItem(random, simulatedProviders) ?? 'paypal'
  await postToEmulator(simulation, provider, '/webhooks/resend', {})
  return `${provider} resends webhooks`
}

/** Requests of an attacker: return URLs with swapped parameters, a forged signature, a forged
 *  webhook. All must be rejected. */
async function sendForgedRequests(
  simulation: Simulation,
  random: SeededRandom,
  state: HistoryState,
) {
  const [one, other] = [randomItem(random, state.returnUrls), randomItem(random, state.returnUrls)]
  const id = randomItem(random, state.ids) ?? '0'.repeat(26)
  if (one !== undefined && other !== undefined) {
    const [to, from] = [new URL(one), new URL(other)]
    const part = randomItem(random, ['tx', 's', 'token']) ?? 's'
    const value = from.searchParams.get(part) ?? 'x'
    if (to.searchParams.has(part) && to.searchParams.get(part) !== value) {
      to.searchParams.set(part, value)
      const answer = await simulation.call('GET', to.pathname + to.search)
      if (answer) expect(answer.status).toBe(404)
    }
  }
  const unsigned = await simulation.call(
    'GET',
    `/transaction/details?id=${id}&s=abc.${'x'.repeat(43)}`,
  )
  if (unsigned) expect(unsigned.status).toBe(404)
  const webhook = await simulation.call('POST', '/phonepe/webhook', {
    body: {
      event: 'checkout.order.completed',
      payload: { merchantOrderId: id, state: 'COMPLETED', amount: 1 },
    },
  })
  if (webhook) expect(webhook.status).toBe(401)
  return 'forged requests'
}

async function killInvocations(simulation: Simulation) {
  await simulation.killAll()
  return 'all invocations are killed'
}

async function redeemFriendsCode(
  simulation: Simulation,
  random: SeededRandom,
  state: HistoryState,
) {
  const [user, friend] = [randomItem(random, state.users), randomItem(random, state.users)]
  if (user === undefined || friend === undefined || user === friend) return 'no friend'
  const context = simulation.context()
  const redeemed = await simulation.invoke(async () => {
    try {
      await redeemReferralCode(context, user, await referralCodeOf(context, friend))
      return 'redeemed'
    } catch (error) {
      if (error instanceof Refusal || /FOREIGN KEY/.test(String(error))) return 'refused'
      throw error
    }
  })
  return `${user} redeems the code of ${friend}: ${redeemed}`
}

/** A member erases the account: none of its unfinished payments is wanted any more. */
async function eraseAccount(simulation: Simulation, random: SeededRandom, state: HistoryState) {
  const id = randomItem(random, state.users)
  if (id === undefined) return 'no account to erase'
  const { db, intents } = simulation.environment
  const user = await db.prepare('SELECT * FROM users WHERE id = ?').bind(id).first<User>()
  if (!user) return 'an account that is erased'
  intents.erased.add(id)
  await simulation.invoke(() => eraseUser(db, personalData, user, () => Promise.resolve()))
  if (await db.prepare('SELECT 1 FROM users WHERE id = ?').bind(id).first()) return 'killed erasure'
  for (const tx of intents.paymentsOf(id)) {
    const row = await transaction(simulation, tx)
    // What was paid before stays paid.
    if (row && (row.paid_at === null || row.left_at !== null))
      intents.replaces(tx, simulation.nextEvent())
  }
  return `${id} erases the account`
}
