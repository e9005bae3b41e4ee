/** A duration as m:ss or h:mm:ss: '1:20' for 80 s, '1:02:03' for 3,723 s. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? part : String(part).padStart(2, '0'))).join(':')
}
