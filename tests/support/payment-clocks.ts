import {
  evictDurableObject,
  listDurableObjectIds,
  runDurableObjectAlarm,
  runInDurableObject,
} from 'cloudflare:test'
import { clockOf, clockStub } from '../../product-api/payments/clock/clock-names.ts'
import type { ClockNamespace } from '../../product-api/object-bindings.ts'
import { rows } from '../emulators/payments.ts'
import { bindings } from './readers.ts'
import { paymentClocks } from './reader-setup.ts'

// The clocks of orders, as tests see them. Tests without them have the cron trigger's scan.

/** From here on the product API has its clocks. */
export function useClocks(clocks: ClockNamespace | undefined = paymentClocks) {
  Object.assign(bindings, { PAYMENT_CLOCKS: clocks })
}

/** Empties all clocks; the product API has them from here on. */
export async function forgetClocks() {
  useClocks()
  const clocks = paymentClocks as unknown as DurableObjectNamespace
  for (const id of await listDurableObjectIds(clocks)) {
    const stub = clocks.get(id)
    await runInDurableObject(stub, async (_object, { storage }) => {
      await storage.deleteAlarm()
      await storage.deleteAll()
    })
    await evictDurableObject(stub)
  }
}

async function objectOf(tx: string) {
  const [order] = await rows<{ id: string; provider: string }>(
    'SELECT id, provider FROM payment_transactions WHERE id = ?',
    tx,
  )
  if (!order || !paymentClocks) throw new Error(`No clock of ${tx}`)
  return clockStub(paymentClocks, clockOf(order)) as unknown as DurableObjectStub
}

/** Runs the alarm of an order's clock, if it is set; returns whether it was. */
export const runClock = async (tx: string) => runDurableObjectAlarm(await objectOf(tx))

/** When the alarm of an order's clock is set, and how much its storage has. */
export async function storedByClock(tx: string) {
  return runInDurableObject(await objectOf(tx), async (_object, { storage }) => ({
    alarm: await storage.getAlarm(),
    keys: (await storage.list()).size,
  }))
}
