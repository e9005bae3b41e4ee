/** Something that somebody has to do, on the page of today. */
export type Duty = {
  title: string
  note: string | null
  /** How many wait; absent: as many as there are links. */
  count?: number
  /** What it is about, where there are several. */
  links: { href: string; name: string; note: string }[]
  action: { href: string; name: string } | null
}
