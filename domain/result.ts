/** A value, or the reason why there is none. Expected failures are values, not exceptions. */
export type Result<Value, Reason> = { ok: true; value: Value } | { ok: false; error: Reason }

export const ok = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })
export const failed = <Reason>(error: Reason): { ok: false; error: Reason } => ({
  ok: false,
  error,
})
