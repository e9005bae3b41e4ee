import { useEffect, useRef } from 'react'
import type { HallSection } from './sections.ts'
import type { HallMessages } from './message-keys.ts'

/** The sections of the paper with how many of each are answered. */
export function Tabs({
  sections,
  current,
  answered,
  go,
  words,
}: {
  sections: readonly HallSection[]
  current: string | null
  answered: (slug: string) => { done: number; count: number }
  go: (slug: string) => void
  words: HallMessages
}) {
  const here = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    here.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav className="tabs" aria-label={words.sections}>
      {sections.map(({ slug, name, lang }) => {
        const { done, count } = answered(slug)
        return (
          <button
            key={slug}
            ref={slug === current ? here : undefined}
            type="button"
            aria-current={slug === current || undefined}
            onClick={() => go(slug)}
          >
            <span lang={lang}>{name}</span> {done}/{count}
          </button>
        )
      })}
    </nav>
  )
}
