import type { HallSection, StaticBarMessages } from './hall-view.ts'

/** The top bar before hydration, in the same layout as `TopBar`. */
export function StaticTopBar({
  sections,
  messages,
}: {
  sections: readonly HallSection[]
  messages: StaticBarMessages
}) {
  return (
    <>
      <div className="bar">
        <span className="position">{messages.position}</span>
        <span className="clock">{messages.end}</span>
      </div>
      {sections.length > 1 && (
        <nav className="tabs" aria-label={messages.sections}>
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
