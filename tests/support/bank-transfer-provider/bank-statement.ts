/** The operator's view of the bank account: what has arrived for a transaction, and what was sent
 *  back. In memory; a provider outside the tests would keep a table. */
const received = new Map<string, { reference: string; amountMinor: number }>()
const returned = new Map<string, { transactionId: string; amountMinor: number }>()

/** The operator marks a transfer as received. */
export const markReceived = (transactionId: string, reference: string, amountMinor: number) =>
  received.set(transactionId, { reference, amountMinor })

export const receivedFor = (transactionId: string) => received.get(transactionId)

/** The operator sends money back; the same key is the same transfer. */
export const sendBack = (key: string, transactionId: string, amountMinor: number) =>
  returned.set(key, { transactionId, amountMinor })

export const sentBackBy = (key: string) => returned.get(key)

export const sentBackFor = (transactionId: string): number =>
  [...returned.values()]
    .filter((transfer) => transfer.transactionId === transactionId)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
