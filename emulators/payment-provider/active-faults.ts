import { calls, faultNames, type Call, type Fault, type FaultName } from './faults.ts'
import { oneOf, asText, asWholeNumber } from './fields.ts'
import type { EmulatorState } from './state.ts'

const providerOf: Partial<Record<FaultName, string>> = {
  refuse: 'PayPal',
  'capture-declined': 'PayPal',
  'refund-pending': 'PhonePe',
}

/** The names of the faults that an emulator of this provider has. */
export const faultsOf = ({ provider }: EmulatorState): FaultName[] =>
  (Object.keys(faultNames) as FaultName[]).filter(
    (name) => (providerOf[name] ?? provider.title) === provider.title,
  )

/** The faults whose `on` may name a call. */
const faultsOfCalls: readonly FaultName[] = [
  'unavailable',
  'slow',
  'timeout-after-success',
  'wrong-amount',
  'wrong-currency',
]

/** Parses the fields of POST /faults. Returns an error message where the fault or the call is
 *  unknown. */
export function parseFault(
  emulator: EmulatorState,
  fields: Record<string, unknown>,
): Fault | string {
  const name = oneOf(faultsOf(emulator), fields.name)
  if (!name) return `"name" is one of: ${faultsOf(emulator).join(', ')}`
  const on = asText(fields.on)
  if (on && !name.startsWith('webhook-') && !(faultsOfCalls.includes(name) && oneOf(calls, on)))
    return `"on" is one of ${calls.join(', ')}, for ${faultsOfCalls.join(', ')}`
  const status = asWholeNumber(fields.status)
  if (status !== undefined && (status < 400 || status > 599)) return '"status" is from 400 to 599'
  return {
    name,
    next: asWholeNumber(fields.next) || 1,
    on: on ? [on] : defaultCalls(emulator, name),
    order: asText(fields.order),
    forMs: asWholeNumber(fields.forMs),
    status,
    times: asWholeNumber(fields.times),
    statusCalls: asWholeNumber(fields.statusCalls),
    then: oneOf(['completed', 'declined'] as const, fields.then) ?? 'completed',
    reason: asText(fields.reason),
    issue: asText(fields.issue),
  }
}

function defaultCalls(emulator: EmulatorState, name: FaultName): readonly Call[] {
  if (name === 'timeout-after-success') return emulator.provider.moneyCalls
  return name === 'wrong-amount' || name === 'wrong-currency' ? ['status', 'capture'] : []
}

/** Uses up one occurrence of an active fault with this name that matches the call or event `on` and
 *  one of the order ids. Returns undefined where there is none. */
export function takeFault(
  emulator: EmulatorState,
  name: FaultName,
  on?: string,
  orders: readonly (string | undefined)[] = [],
): Fault | undefined {
  const fault = emulator.faults.find(
    (active) =>
      active.name === name &&
      (active.on.length === 0 || (on !== undefined && active.on.includes(on))) &&
      (active.order === undefined || orders.includes(active.order)),
  )
  if (!fault) return undefined
  fault.next -= 1
  if (fault.next <= 0) emulator.faults.splice(emulator.faults.indexOf(fault), 1)
  return fault
}
