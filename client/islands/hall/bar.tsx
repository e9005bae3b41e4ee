import type { HallSection } from './sections.ts'
import { fill, type HallWords } from './words.ts'

/** What stands on top while the page has no script yet, in the same shape as what comes after. */
export function QuietBar({
  count,
  endText,
  sections,
  words,
}: {
  count: number
  endText: string | null
  sections: readonly HallSection[]
  words: HallWords
}) {
  return (
    <>
      <div className="bar">
        <span className="position">{fill(words.position, { number: 1, count })}</span>
        <span className="clock">{endText}</span>
      </div>
      {sections.length > 1 && (
        <nav className="tabs" aria-label={words.sections}>
          {sections.map(({ slug, name, lang }) => (
            <a key={slug} href={`#section-${slug}`} lang={lang}>
              {name}
            </a>
          ))}
        </nav>
      )}
    </>
  )
}
