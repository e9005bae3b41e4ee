/** Work that is done once for all that asks for it until `turn` comes: a tap is several events. */
export function once(turn: (work: () => void) => unknown, work: () => void): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    turn(() => {
      isDue = false
      work()
    })
  }
}
