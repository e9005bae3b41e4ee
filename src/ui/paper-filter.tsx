import type { ReactNode } from 'react'
import { InlineScript } from './inline-assets.tsx'
import type { Messages } from './messages.ts'

/** A form that filters a list of papers. Without script it sends a query; with script (a custom
 *  element of a few hundred bytes) the list is filtered while typing. `children`: the lists. */
export function PaperFilter({
  messages,
  query,
  children,
}: {
  messages: Messages
  query: string
  children: ReactNode
}) {
  return (
    <paper-filter>
      <form className="filter" role="search">
        <input
          type="search"
          name="q"
          defaultValue={query}
          aria-label={messages.filter_label()}
          placeholder={messages.filter_label()}
          autoComplete="off"
          maxLength={80}
        />
        <button className="btn quiet">{messages.search()}</button>
      </form>
      <p className="none" role="status" hidden={query === ''}>
        {query !== '' && messages.filter_shown({ typed: query })}
      </p>
      <InlineScript name="paper-filter" />
      {children}
      <template data-nothing="">{messages.filter_nothing()}</template>
    </paper-filter>
  )
}
