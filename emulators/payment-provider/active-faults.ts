import { callFaults, calls, type Call, type Fault, type FaultName } from './faults.ts'
import { oneOf, asText, asWholeNumber } from './fields.ts'
import type { EmulatorState } from './state.ts'

/** Parses the fields of POST /faults. Returns an error message where the fault or the call is
 *  unknown. */
export function parseFault(
  emulator: EmulatorState,
  fields: Record<string, unknown>,
): Fault | string {
  const { supportedFaults } = emulator.provider
  const name = oneOf(supportedFaults, fields.name)
  if (!name) return `"name" is one of: ${supportedFaults.join(', ')}`
  const on = asText(fields.on)
  if (on && !name.startsWith('webhook-') && !(oneOf(callFaults, name) && oneOf(calls, on)))
    return `"on" is one of ${calls.join(', ')}, for ${callFaults.join(', ')}`
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
