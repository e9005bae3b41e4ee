import {
  evictDurableObject,
  listDurableObjectIds,
  runDurableObjectAlarm,
  runInDurableObject,
} from 'cloudflare:test'
import { clockOf, clockStub } from '../../product-api/payments/clock/clock-names.ts'
import { rows, useClocks } from '../emulators/payments.ts'
import { bindings } from './readers.ts'

// The clocks of orders, as tests see them.

const clocks = bindings.PAYMENT_CLOCKS as unknown as DurableObjectNamespace

/** Empties all clocks; the product API has them from here on. */
export async function forgetClocks() {
  useClocks(bindings.PAYMENT_CLOCKS)
  Object.assign(bindings, { CLOCKS_ARE_TOLD: true })
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
  if (!order || !bindings.PAYMENT_CLOCKS) throw new Error(`No clock of ${tx}`)
  return clockStub(bindings.PAYMENT_CLOCKS, clockOf(order)) as unknown as DurableObjectStub
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
