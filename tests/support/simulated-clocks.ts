import type { ClockNamespace } from '../../product-api/object-bindings.ts'
import type { ClockName, ClockStub } from '../../product-api/payments/clock/clock-names.ts'
import { OrderClock, type ClockStorage } from '../../product-api/payments/clock/order-clock.ts'
import type { PaymentContext } from '../../product-api/payments/payment-context.ts'

type StoredClock = { name?: ClockName; alarmMs: number | null }

/** The clocks of orders in a simulation whose time the test drives: what they store, and instances
 *  that are lost when everything is killed. `invoke`: runs work as one invocation; false where it
 *  was killed. */
export function createSimulatedClocks(
  context: () => PaymentContext,
  invoke: (work: () => Promise<boolean>) => Promise<boolean | null>,
) {
  const stored = new Map<string, StoredClock>()
  const instances = new Map<string, OrderClock>()

  const storageOf = (key: string): ClockStorage => {
    const clock = () => {
      const known = stored.get(key) ?? { alarmMs: null }
      stored.set(key, known)
      return known
    }
    return {
      getAlarm: () => Promise.resolve(clock().alarmMs),
      setAlarm: (atMs) => Promise.resolve(void (clock().alarmMs = atMs)),
      deleteAlarm: () => Promise.resolve(void (clock().alarmMs = null)),
      get: () => Promise.resolve(clock().name),
      put: (_key, name) => Promise.resolve(void (clock().name = name)),
      deleteAll: () => Promise.resolve(void stored.delete(key)),
    }
  }

  function instanceOf(key: string): OrderClock {
    const known = instances.get(key) ?? new OrderClock(storageOf(key), context)
    instances.set(key, known)
    return known
  }

  const namespace: ClockNamespace = {
    idFromName: (name) => name,
    get: (key): ClockStub => ({
      lookBy: (name, atMs) => instanceOf(String(key)).lookBy(name, atMs),
    }),
  }

  return {
    namespace,
    /** Delivers the alarms that are due. One whose handler is killed comes again. */
    runDueAlarms: async () => {
      const due = [...stored].filter(([, { alarmMs }]) => (alarmMs ?? Infinity) <= Date.now())
      await Promise.all(
        due.map(async ([key, clock]) => {
          clock.alarmMs = null
          const isDone = await invoke(async () => {
            await instanceOf(key).alarm()
            return true
          })
          if (isDone) return
          const again = stored.get(key)
          if (again) again.alarmMs ??= Date.now()
        }),
      )
    },
    /** The instances end; what they have stored stays. */
    kill: () => instances.clear(),
    forget: () => {
      instances.clear()
      stored.clear()
    },
  }
}
