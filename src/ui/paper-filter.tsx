import type { ReactNode } from 'react'
import { InlineScript } from './inline-assets.tsx'
import type { Messages } from './messages.ts'

/** A form that filters the papers in `children`. Without script it is a GET form; with script (a
 *  custom element of a few hundred bytes) the papers are filtered while typing. */
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
