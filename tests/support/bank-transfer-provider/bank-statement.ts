/** The bank account's transfers, received and sent back. In memory; a real provider would store
 *  them in a table. */
const received = new Map<string, { reference: string; amountMinor: number }>()
const refunded = new Map<string, { transactionId: string; amountMinor: number }>()

/** The operator marks a transfer as received. */
export const markReceived = (transactionId: string, reference: string, amountMinor: number) =>
  received.set(transactionId, { reference, amountMinor })

export const receivedFor = (transactionId: string) => received.get(transactionId)

/** The operator sends money back. Repeating a key repeats no transfer. */
export const sendBack = (key: string, transactionId: string, amountMinor: number) =>
  refunded.set(key, { transactionId, amountMinor })

export const sentBackBy = (key: string) => refunded.get(key)

export const sentBackFor = (transactionId: string): number =>
  [...refunded.values()]
    .filter((transfer) => transfer.transactionId === transactionId)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
