/** Work that is done once for all that asks for it in one turn, before the screen is drawn: a tap is several events. */
export function onceATurn(work: () => void): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      work()
    })
  }
}
