import type { ReactNode } from 'react'
import { InlineScript } from './page-parts.tsx'
import type { Words } from './words.ts'

/** A form that narrows a list of papers. Without script it asks the server; with script (a custom element of a few
 *  hundred bytes) the list follows the typing. `children`: the lists. */
export function PaperFilter({
  words,
  typed,
  children,
}: {
  words: Words
  typed: string
  children: ReactNode
}) {
  return (
    <paper-filter>
      <form className="filter" role="search">
        <input
          type="search"
          name="q"
          defaultValue={typed}
          aria-label={words.filter_label()}
          placeholder={words.filter_label()}
          autoComplete="off"
          maxLength={80}
        />
        <button className="btn quiet">{words.search()}</button>
      </form>
      <p className="none" role="status" hidden={typed === ''}>
        {typed !== '' && words.filter_shown({ typed })}
      </p>
      <InlineScript of="paper-filter" />
      {children}
      <template data-nothing="">{words.filter_nothing()}</template>
    </paper-filter>
  )
}
