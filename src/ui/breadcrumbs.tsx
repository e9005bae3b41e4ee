import { localizedPath, type PageContext } from '../addresses/address.ts'
import { StructuredData } from './structured-data.tsx'
import { messagesFor } from './messages.ts'

/** Breadcrumbs. The home page is added in front; the last crumb is the page itself and has no link.
 *  `path` is without the locale. */
export function Breadcrumbs({
  page,
  crumbs,
}: {
  page: PageContext
  crumbs: readonly { name: string; path?: string }[]
}) {
  const messages = messagesFor(page.locale)
  const all = [{ name: messages.home(), path: '/' }, ...crumbs]
  return (
    <nav className="crumbs" aria-label={messages.you_are_here()}>
      <ol>
        {all.map(({ name, path }) => (
          <li key={name} aria-current={path ? undefined : 'page'}>
            {path ? <a href={localizedPath(path, page.locale)}>{name}</a> : name}
          </li>
        ))}
      </ol>
      <StructuredData
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: all.map(({ name, path }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name,
            ...(path && { item: page.origin + localizedPath(path, page.locale) }),
          })),
        }}
      />
    </nav>
  )
}
