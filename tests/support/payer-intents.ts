import type { ProviderName } from './payment-emulators.ts'

const ulidLength = 26

export type SentRefund = { id: string; key: string; amountMinor: number; paidMinor: number }

/** What each payer wants to be charged, and what the operator wants to be refunded: knowledge that
 *  the product API does not have, against which its calls to the providers are compared. */
export function createPayerIntents() {
  /** Payments that their payers have left, and when. */
  const leftAt = new Map<string, number>()
  /** Left payments that were approved at the provider afterwards. */
  const approvedAgain = new Set<string>()
  /** Left payments of which the payer was told so. */
  const confirmedLeft = new Set<string>()
  /** Payments that another order for the same purchase has replaced. */
  const replaced = new Set<string>()
  /** Payments by the id of their PayPal order. */
  const paymentOfOrder = new Map<string, string>()
  /** The key of the declined capture of a PayPal order, until its payer approves or returns. */
  const declinedKey = new Map<string, string>()
  /** How many returns of a PayPal order's payer are not answered yet: the payer is there to be
   *  charged, also if another caller's capture is declined meanwhile. */
  const returning = new Map<string, number>()
  const refundAmounts = new Map<string, Set<number | null>>()
  const dashboardMinor = new Map<string, number>()
  const dashboardRefunds: string[] = []
  /** The amount that was agreed to at the desk, by the id of the refund. */
  const agreedMinor = new Map<string, number>()
  /** What banks have taken back of payments, and since which event the product API knows it. */
  const reversed = new Map<string, { minor: number; knownAt: number }[]>()
  /** Payments whose payers dispute them, and since which event the product API knows it. */
  const disputed = new Map<string, number>()
  /** Payments that the operator refunds although they are disputed. */
  const despiteDispute = new Set<string>()
  /** Refund requests that the operator has declined, and when. */
  const declinedRequests = new Map<string, number>()
  /** The amount that the payer of each payment was told. */
  const toldMinor = new Map<string, number>()
  const violations: string[] = []
  /** The payer of each payment; the database forgets those who erase their accounts. */
  const payerOf = new Map<string, number>()
  const erased = new Set<number>()

  const forget = (id: string) => {
    leftAt.delete(id)
    confirmedLeft.delete(id)
    approvedAgain.delete(id)
  }

  return {
    violations,
    payerOf,
    erased,
    paymentsOf: (user: number) =>
      [...payerOf].flatMap(([id, payer]) => (payer === user ? [id] : [])),
    confirmedLeft,
    refundAmounts,
    dashboardMinor,
    /** The ids that PhonePe's own pages gave to refunds. */
    dashboardRefunds,
    agreedMinor,
    reversed,
    disputed,
    despiteDispute,
    declinedRequests,
    toldMinor,

    started(provider: ProviderName, id: string, url: string | null, user: number) {
      payerOf.set(id, user)
      const token = url === null ? null : new URL(url).searchParams.get('token')
      if (provider === 'paypal' && token !== null) paymentOfOrder.set(token, id)
    },

    /** The payer presses "Cancel". What runs beside it may still capture. */
    leaves(id: string) {
      approvedAgain.delete(id)
      if (!replaced.has(id)) leftAt.set(id, Infinity)
    },
    /** The payer has begun another order for the same purchase. */
    replaces(id: string, at: number) {
      replaced.add(id)
      leftAt.set(id, Math.min(at, leftAt.get(id) ?? at))
      confirmedLeft.add(id)
    },
    /** Not where the payer approved it and returned in another tab while this was on its way. */
    isToldThatLeft(id: string, at: number) {
      if (!leftAt.has(id)) return
      confirmedLeft.add(id)
      leftAt.set(id, Math.min(at, leftAt.get(id) ?? at))
    },
    /** The payer wants the payment (again), or it is not known whether they left it. */
    wants(id: string) {
      if (!replaced.has(id)) forget(id)
    },
    choosesAtProvider(token: string) {
      declinedKey.delete(token)
      const id = paymentOfOrder.get(token)
      // A checkout that was under way at the same time may have forgotten the first of them.
      if (id !== undefined && (leftAt.has(id) || confirmedLeft.has(id))) approvedAgain.add(id)
    },
    /** The payer returns from the provider by its success URL. */
    returns(id: string, token: string | null) {
      if (token !== null) {
        returning.set(token, (returning.get(token) ?? 0) + 1)
        declinedKey.delete(token)
      }
      if (approvedAgain.has(id) && !replaced.has(id)) forget(id)
    },
    /** The return was answered. */
    hasReturned(token: string | null) {
      if (token !== null) returning.set(token, (returning.get(token) ?? 0) - 1)
    },
    refundsByDashboard(id: string, amountMinor: number) {
      dashboardMinor.set(id, (dashboardMinor.get(id) ?? 0) + amountMinor)
    },
    wantsRefund(id: string, amountMinor: number | null) {
      const amounts = refundAmounts.get(id) ?? new Set()
      refundAmounts.set(id, amounts.add(amountMinor))
    },

    /** A refund that the product API sends: at most what reversals that it knows have left, not
     *  while it knows of a dispute, and not by a request that was declined. `startedAt`: when the
     *  invocation that sends it began. `key`: begins with the id of its request. */
    refundIsSent({ id, key, amountMinor, paidMinor }: SentRefund, startedAt: number) {
      const takenMinor = (reversed.get(id) ?? [])
        .filter(({ knownAt }) => startedAt > knownAt)
        .reduce((sum, { minor }) => sum + minor, 0)
      if (takenMinor > 0 && amountMinor > paidMinor - takenMinor)
        violations.push(`${amountMinor} of ${id} are sent after a reversal of ${takenMinor}`)
      if (startedAt > (disputed.get(id) ?? Infinity) && !despiteDispute.has(id))
        violations.push(`${amountMinor} of ${id} are sent during a dispute`)
      if (startedAt > (declinedRequests.get(key.slice(0, ulidLength)) ?? Infinity))
        violations.push(`${amountMinor} of ${id} are sent for a request that was declined`)
    },

    /** The unused days of a payment reduce the price of an order that was begun at `startedAt`. */
    daysAreDeducted(id: string, startedAt: number) {
      if (startedAt > (disputed.get(id) ?? Infinity))
        violations.push(`days of ${id} are deducted during a dispute`)
    },

    /** A capture that the product API sends. `startedAt`: when the invocation that sends it
     *  began; one that began before the payer left may already be under way. */
    captureIsSent(orderId: string, key: string, startedAt: number) {
      const id = paymentOfOrder.get(orderId)
      const at = id === undefined ? undefined : leftAt.get(id)
      if (at !== undefined && startedAt > at) violations.push(`${id} is captured after it was left`)
      const declined = declinedKey.get(orderId)
      const isPayerThere = (returning.get(orderId) ?? 0) > 0
      if (declined !== undefined && declined !== key && !isPayerThere)
        violations.push(`${id} is captured again after a decline, without its payer`)
    },
    captureIsDeclined: (orderId: string, key: string) => void declinedKey.set(orderId, key),
  }
}

export type PayerIntents = ReturnType<typeof createPayerIntents>
