/** Work that runs once for all calls until then: a tap is several events. schedule: queueMicrotask,
 *  or setTimeout for a task of its own. */
export function coalesce(schedule: (work: () => void) => unknown, work: () => void): () => void {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    schedule(() => {
      isScheduled = false
      work()
    })
  }
}
