import { localizedPath, type PageContext } from '../addresses/address.ts'
import { StructuredData } from './structured-data.tsx'
import { wordsIn } from './words.ts'

/** The way here from the home page, which is left out; the last crumb is the page itself and no link.
 *  `path` is without the locale. */
export function Breadcrumbs({
  place,
  crumbs,
}: {
  place: PageContext
  crumbs: readonly { name: string; path?: string }[]
}) {
  const words = wordsIn(place.locale)
  const all = [{ name: words.home(), path: '/' }, ...crumbs]
  return (
    <nav className="crumbs" aria-label={words.you_are_here()}>
      <ol>
        {all.map(({ name, path }) => (
          <li key={name} aria-current={path ? undefined : 'page'}>
            {path ? <a href={localizedPath(path, place.locale)}>{name}</a> : name}
          </li>
        ))}
      </ol>
      <StructuredData
        of={{
          '@type': 'BreadcrumbList',
          itemListElement: all.map(({ name, path }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name,
            ...(path && { item: place.origin + localizedPath(path, place.locale) }),
          })),
        }}
      />
    </nav>
  )
}
