/** An amount of data for readers, in all languages: '0.6 MB', '12 MB', below that '40 KB'. */
export function sizeText(bytes: number): string {
  if (bytes < 95_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`
  const megabytes = bytes / 1_000_000
  return `${megabytes < 9.95 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
}
