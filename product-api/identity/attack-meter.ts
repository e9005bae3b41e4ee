/** What Turnstile may be asked for. It is also the action that its widget names. */
export const checkedActions = ['password', 'register', 'phone-code'] as const
export type CheckedAction = (typeof checkedActions)[number]

/** Above so many in five minutes, in one isolate, somebody is trying it by program. A school that
 *  signs in at once stays below. */
const maxInWindow: Record<CheckedAction, number> = {
  /** Wrong ones. */
  password: 30,
  register: 60,
  'phone-code': 60,
}
const windowMs = 300_000
const attackMs = 600_000

type Meter = { beganMs: number; count: number; attackUntilMs: number }
const meters = new Map<CheckedAction, Meter>()

/** Counts what an attack consists of. In memory, for this isolate alone. */
export function countForAttack(action: CheckedAction, nowMs: number) {
  const { beganMs, count, attackUntilMs } = meters.get(action) ?? {
    ...{ beganMs: nowMs, count: 0, attackUntilMs: 0 },
  }
  const isNewWindow = nowMs - beganMs >= windowMs
  const total = isNewWindow ? 1 : count + 1
  meters.set(action, {
    beganMs: isNewWindow ? nowMs : beganMs,
    count: total,
    attackUntilMs: total > maxInWindow[action] ? nowMs + attackMs : attackUntilMs,
  })
}

/** Whether the last ten minutes saw more than people do. */
export const isUnderAttack = (action: CheckedAction, nowMs: number) =>
  (meters.get(action)?.attackUntilMs ?? 0) > nowMs

/** As if nothing had been tried yet. */
export const forgetAttacks = () => meters.clear()
