/** Runs a request that is aborted after `ms`, and clears the timer when it has ended. Unlike
 *  AbortSignal.timeout, which keeps its timer until it fires: workerd allows 10,000 active timers.
 *  Errors: those of the request; a DOMException "TimeoutError" after the deadline. */
export async function withDeadline<Value>(
  ms: number,
  request: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(new DOMException(`No answer within ${ms} ms`, 'TimeoutError')),
    ms,
  )
  try {
    return await request(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
