import { queueRefund } from '../../product-api/payments/operator/queue-refund.ts'
import { refundPayment } from '../../product-api/payments/operator/refund-payment.ts'
import { runStatements } from '../../product-api/database.ts'
import { declinePayersRequest } from '../../product-api/payments/refunds/declined-requests.ts'
import { declineRefund } from '../../product-api/payments/refunds/refund-requests.ts'
import {
  postToEmulator,
  refundByDashboard,
  selectRows,
  type Simulation,
} from './payments-simulation-data.ts'
import { randomItem, transaction, type HistoryState, type SeededRandom } from './payments-steps.ts'

// Steps of random histories that concern payments which were made: refunds by payers and operators,
// what banks take back, disputes.

/** The operator's command, sometimes twice at once. */
export async function requestRefund(
  simulation: Simulation,
  random: SeededRandom,
  state: HistoryState,
) {
  const id = randomItem(random, state.ids)
  if (id === undefined) return 'nothing to refund'
  const amountMinor = random.next() < 0.7 ? null : 100
  const times = random.next() < 0.3 ? 2 : 1
  const done = await Promise.all(
    Array.from({ length: times }, () => refundByCommand(simulation, id, amountMinor)),
  )
  return `refund of ${id}: ${done.join(', ')}`
}

/** The operator queues a refund of an amount, or of what the payer asked for. */
export async function refundAtDesk(
  simulation: Simulation,
  random: SeededRandom,
  state: HistoryState,
) {
  const id = randomItem(random, state.ids)
  if (id === undefined) return 'nothing to refund at the desk'
  return queueAtDesk(simulation, id, {
    amountMinor: randomItem(random, [null, 100, 150, 250]) ?? null,
    despiteDispute: random.next() < 0.2,
  })
}

async function queueAtDesk(
  simulation: Simulation,
  id: string,
  { amountMinor, despiteDispute }: { amountMinor: number | null; despiteDispute: boolean },
) {
  const { intents } = simulation.environment
  const row = await transaction(simulation, id)
  if (row?.state !== 'paid' && row?.state !== 'partially_refunded') return 'not paid'
  // It may be queued by an invocation that is killed then.
  if (amountMinor === null) intents.wantsRefund(id, null)
  else intents.refundsByDashboard(id, amountMinor)
  const context = simulation.context()
  if (despiteDispute) intents.despiteDispute.add(id)
  const queued = await simulation.invoke(() =>
    queueRefund(context, id, { amountMinor, reason: 'x', despiteDispute }),
  )
  if (queued?.ok && amountMinor !== null) intents.agreedMinor.set(queued.value.id, amountMinor)
  return `refund of ${id} at the desk: ${amountMinor} ${queued?.ok ? 'queued' : queued?.error}`
}

/** A bank takes a part of a payment by PayPal back. */
export async function reverseInPart(
  simulation: Simulation,
  random: SeededRandom,
  state: HistoryState,
) {
  const id = randomItem(random, state.ids)
  const row = id === undefined ? null : await transaction(simulation, id)
  const { intents } = simulation.environment
  if (row?.provider !== 'paypal' || row.state !== 'paid' || intents.reversed.has(row.id))
    return 'nothing to reverse'
  const reversal = { minor: 50, knownAt: Infinity }
  intents.reversed.set(row.id, [reversal])
  await postToEmulator(simulation, 'paypal', '/reverse', { id: row.id, amountMinor: 50 })
  await simulation.finishBackgroundWork()
  if (await isReversalKnown(simulation, row.id, 50)) reversal.knownAt = simulation.nextEvent()
  return `50 of ${row.id} are reversed, ${reversal.knownAt === Infinity ? 'unknown' : 'known'}`
}

const isReversalKnown = async (simulation: Simulation, id: string, minor: number) =>
  (
    await selectRows(
      simulation,
      `SELECT 1 FROM refund_requests r JOIN payment_transactions t ON t.id = r.transaction_id
       WHERE t.id = '${id}' AND r.asked_by = 'provider' AND r.amount_minor = ${minor}
         AND t.refunded_minor >= ${minor}`,
    )
  ).length > 0

/** A payer by PayPal disputes a payment, often one of which a refund is queued or under way; or
 *  PayPal decides a dispute, for the payer or the seller. */
export async function disputePayment(
  simulation: Simulation,
  random: SeededRandom,
  state: HistoryState,
) {
  const payments = await selectRows<{ id: string; is_refunding: number }>(
    simulation,
    `SELECT t.id, EXISTS (
       SELECT 1 FROM refund_requests r
       WHERE r.transaction_id = t.id AND r.status IN ('requested', 'approved', 'sent'))
       AS is_refunding
     FROM payment_transactions t
     WHERE t.provider = 'paypal' AND t.state IN ('paid', 'partially_refunded')`,
  )
  const refunding = payments.filter(({ is_refunding }) => is_refunding === 1)
  const found = randomItem(
    random,
    refunding.length > 0 && random.next() < 0.7 ? refunding : payments,
  )
  if (!found || state.deciding.has(found.id)) return 'nothing to dispute'
  const { id, is_refunding: isRefunding } = found
  state.deciding.add(id)
  const done: string[] = []
  if ((await orderOf(simulation, id))?.disputedMinor) {
    done.push(await decideDispute(simulation, id, random.next() < 0.5 ? 'buyer' : 'seller'))
  } else {
    if (isRefunding === 0 && random.next() < 0.5)
      done.push(await queueAtDesk(simulation, id, { amountMinor: null, despiteDispute: false }))
    done.push(await openDispute(simulation, id, random.next() < 0.5 ? 'INQUIRY' : 'CHARGEBACK'))
    if (random.next() < 0.5) await simulation.runCron()
  }
  state.deciding.delete(id)
  return done.join(', ')
}

async function openDispute(simulation: Simulation, id: string, stage: string) {
  const { intents } = simulation.environment
  const answer = await postToEmulator(simulation, 'paypal', '/dispute', { id, stage })
  const { id: disputeId } = await answer.json<{ id: string }>()
  await simulation.finishBackgroundWork()
  const known = await selectRows(
    simulation,
    `SELECT 1 FROM payment_events
     WHERE transaction_id = '${id}' AND detail LIKE '${disputeId} %'`,
  )
  if (known.length > 0) intents.disputed.set(id, simulation.nextEvent())
  return `${id} is disputed (${stage}), ${known.length > 0 ? 'known' : 'unknown'}`
}

async function decideDispute(simulation: Simulation, id: string, outcome: 'buyer' | 'seller') {
  const { intents } = simulation.environment
  intents.disputed.delete(id)
  const before = await orderOf(simulation, id)
  await postToEmulator(simulation, 'paypal', '/dispute', { id, outcome })
  await simulation.finishBackgroundWork()
  const after = await orderOf(simulation, id)
  const minor = (after?.reversedMinor ?? 0) - (before?.reversedMinor ?? 0)
  if (minor > 0) {
    const isKnown = await isReversalKnown(simulation, id, minor)
    const knownAt = isKnown ? simulation.nextEvent() : Infinity
    intents.reversed.set(id, [...(intents.reversed.get(id) ?? []), { minor, knownAt }])
  }
  return `the dispute of ${id} is decided for the ${outcome}`
}

/** Decides every dispute that is open. */
export async function decideDisputes(simulation: Simulation, random: SeededRandom) {
  const { orders } = await simulation.providerOrders('paypal')
  for (const { reference, disputedMinor } of orders)
    if (disputedMinor > 0)
      await decideDispute(simulation, reference, random.next() < 0.5 ? 'buyer' : 'seller')
}

const orderOf = async (simulation: Simulation, id: string) =>
  (await simulation.providerOrders('paypal')).orders.find(({ reference }) => reference === id)

/** The operator repeats an earlier command, because its answer was unclear. */
export async function repeatRefund(simulation: Simulation, random: SeededRandom) {
  const { refundAmounts } = simulation.environment.intents
  const id = randomItem(random, [...refundAmounts.keys()])
  if (id === undefined) return 'no refund to repeat'
  const amountMinor = randomItem(random, [...(refundAmounts.get(id) ?? [])]) ?? null
  return `repeated refund of ${id}: ${await refundByCommand(simulation, id, amountMinor)}`
}

export async function refundByCommand(
  simulation: Simulation,
  id: string,
  amountMinor: number | null,
) {
  const context = simulation.context()
  const state = await simulation.invoke(async () => {
    const row = await transaction(simulation, id)
    if (row?.state !== 'paid' && row?.state !== 'partially_refunded') return 'not paid'
    simulation.environment.intents.wantsRefund(id, amountMinor)
    const refund = await refundPayment(context, id, { amountMinor })
    return refund.ok ? refund.value.status : refund.error
  })
  return state ?? 'killed'
}

export async function requestRefundAsPayer(
  simulation: Simulation,
  random: SeededRandom,
  state: HistoryState,
) {
  const id = randomItem(random, state.ids)
  const user = randomItem(random, state.users) ?? 0
  if (id === undefined) return 'nothing to give back'
  const answer = await simulation.call('POST', `/${id}/refund`, { user, body: { reason: 'x' } })
  return `payer requests a refund of ${id}: ${answer?.status}`
}

/** The operator declines what a payer asked for, by the command or at the desk, or withdraws a
 *  refund of their own that is not sent. */
export async function declineRefundAsOperator(simulation: Simulation, random: SeededRandom) {
  const request = randomItem(
    random,
    await selectRows<{ id: string; transaction_id: string; asked_by: string }>(
      simulation,
      `SELECT id, transaction_id, asked_by FROM refund_requests
       WHERE status = 'requested' OR (status = 'approved' AND asked_by = 'operator')`,
    ),
  )
  if (!request) return 'no refund to decline'
  const { id, transaction_id: paymentId, asked_by: askedBy } = request
  const isAtDesk = askedBy === 'reader' && random.next() < 0.5
  const context = simulation.context()
  const declined = await simulation.invoke(async () => {
    if (!isAtDesk) return (await declineRefund(context, id)) !== null
    const statement = declinePayersRequest(paymentId, { reason: 'other', note: 'x' }, context.now())
    return ((await runStatements(context.db, [statement]))[0]?.length ?? 0) > 0
  })
  if (declined === true)
    simulation.environment.intents.declinedRequests.set(id, simulation.nextEvent())
  const done = `operator declines the refund ${id}${isAtDesk ? ' at the desk' : ''}: ${declined}`
  // They change their mind: that is a refund of its own.
  if (random.next() < 0.6) return done
  const refund = { amountMinor: randomItem(random, [null, 100]) ?? null, despiteDispute: false }
  return `${done}, ${await queueAtDesk(simulation, paymentId, refund)}`
}

/** The operator refunds on the provider's own pages. */
export async function refundOnProvidersPages(
  simulation: Simulation,
  random: SeededRandom,
  state: HistoryState,
) {
  const id = randomItem(random, state.ids)
  const row = id === undefined ? null : await transaction(simulation, id)
  if (!row?.provider_capture_id) return 'nothing to refund on the pages of a provider'
  const amountMinor = random.next() < 0.6 ? null : 100
  const status = await refundByDashboard(simulation, row, amountMinor)
  // Each one is a refund of its own, unlike a command that is repeated.
  const { intents } = simulation.environment
  // 409: it is processed, and the answer says so too early.
  if (status < 300 || status === 409)
    intents.refundsByDashboard(row.id, amountMinor ?? row.amount_minor)
  // A full refund ends an inquiry.
  if (status < 300 && amountMinor === null) intents.disputed.delete(row.id)
  return `refund of ${id} on the pages of ${row.provider}: ${status}`
}
