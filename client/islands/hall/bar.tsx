import type { HallSection } from './sections.ts'

/** end: when it ends; null where no clock runs. */
export type QuietWords = { position: string; sections: string; end: string | null }

/** What stands on top while the page has no script yet, in the same shape as what comes after. */
export function QuietBar({
  sections,
  words,
}: {
  sections: readonly HallSection[]
  words: QuietWords
}) {
  return (
    <>
      <div className="bar">
        <span className="position">{words.position}</span>
        <span className="clock">{words.end}</span>
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
