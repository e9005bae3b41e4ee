import { oneOf, text, whole } from './fields.ts'
import type { EmulatorState } from './state.ts'

/** Every fault that can be switched on, and what it does for the next `next` times. */
export const faultNames = {
  unavailable: 'answers `status` (503) and does nothing',
  slow: 'waits `forMs` (3000), then does its work',
  'timeout-after-success':
    'does its work, then lets the caller wait `forMs` (30000) for the answer',
  'expired-token': 'forgets all tokens: 401 once',
  'expired-order': 'the order that is asked for is over from now on',
  'wrong-amount': 'the answer names 1.00 more than the stored order',
  'wrong-currency': 'the answer names another currency than the stored order',
  decline: 'the payment is declined; the next attempt may go through',
  refuse: 'capture answers 422 with `issue` (TRANSACTION_REFUSED)',
  'capture-declined': 'the order is COMPLETED, its capture DECLINED',
  pending: 'the payment stays pending: `statusCalls` calls long, or until POST /settle',
  'refund-pending': 'the refund stays pending, likewise',
  'webhook-lost': 'the webhook is never sent',
  'webhook-duplicate': 'the webhook is sent `times` (2) times',
  'webhook-reorder': '`next` webhooks are held back and sent last first',
  'webhook-forged': 'the webhook carries a proof that does not verify',
} as const

export type FaultName = keyof typeof faultNames

const onlyAt: Partial<Record<FaultName, string>> = {
  refuse: 'PayPal',
  'capture-declined': 'PayPal',
  'refund-pending': 'PhonePe',
}

/** The faults that this provider can have. */
export const faultsOf = ({ provider }: EmulatorState): FaultName[] =>
  (Object.keys(faultNames) as FaultName[]).filter(
    (name) => (onlyAt[name] ?? provider.title) === provider.title,
  )

const calls = ['token', 'create', 'status', 'capture', 'refund', 'verify'] as const
export type Call = (typeof calls)[number]

/** The faults that can be told to happen to one kind of call. */
const ofCalls: readonly FaultName[] = [
  'unavailable',
  'slow',
  'timeout-after-success',
  'wrong-amount',
  'wrong-currency',
]

export type Fault = {
  name: FaultName
  /** How many times it still happens. */
  next: number
  /** The calls, or the events of webhooks, that it happens to; all when empty. */
  on: readonly string[]
  /** Happens to this order only: the provider's id of it, or the merchant's. */
  order: string | undefined
  forMs: number | undefined
  status: number | undefined
  times: number | undefined
  statusCalls: number | undefined
  then: 'completed' | 'declined'
  reason: string | undefined
  issue: string | undefined
}

/** Reads the body of POST /faults. Answers a sentence when it names no fault, or a call that is
 *  none. */
export function readFault(
  emulator: EmulatorState,
  fields: Record<string, unknown>,
): Fault | string {
  const name = oneOf(faultsOf(emulator), fields.name)
  if (!name) return `"name" is one of: ${faultsOf(emulator).join(', ')}`
  const on = text(fields.on)
  if (on && !name.startsWith('webhook-') && !(ofCalls.includes(name) && oneOf(calls, on)))
    return `"on" is one of ${calls.join(', ')}, for ${ofCalls.join(', ')}`
  const status = whole(fields.status)
  if (status !== undefined && (status < 400 || status > 599)) return '"status" is from 400 to 599'
  return {
    name,
    next: whole(fields.next) || 1,
    on: on ? [on] : usualCalls(emulator, name),
    order: text(fields.order),
    forMs: whole(fields.forMs),
    status,
    times: whole(fields.times),
    statusCalls: whole(fields.statusCalls),
    then: oneOf(['completed', 'declined'] as const, fields.then) ?? 'completed',
    reason: text(fields.reason),
    issue: text(fields.issue),
  }
}

function usualCalls(emulator: EmulatorState, name: FaultName): readonly Call[] {
  if (name === 'timeout-after-success') return emulator.provider.movesMoney
  return name === 'wrong-amount' || name === 'wrong-currency' ? ['status', 'capture'] : []
}

/** The fault that happens here and now, if one is switched on; counts it down. */
export function takeFault(
  emulator: EmulatorState,
  name: FaultName,
  on?: string,
  orders: readonly (string | undefined)[] = [],
): Fault | undefined {
  const fault = emulator.faults.find(
    (one) =>
      one.name === name &&
      (one.on.length === 0 || (on !== undefined && one.on.includes(on))) &&
      (one.order === undefined || orders.includes(one.order)),
  )
  if (!fault) return undefined
  fault.next -= 1
  if (fault.next <= 0) emulator.faults.splice(emulator.faults.indexOf(fault), 1)
  return fault
}
