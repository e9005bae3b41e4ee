/** Returns a function whose calls are combined: `work` runs once for all calls made before it runs,
 *  because a tap causes several events. schedule: queueMicrotask, or setTimeout for a separate
 *  task. */
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
