/** The way here from the home page; the last crumb is the page itself and no link. */
export function Breadcrumbs({
  label,
  crumbs,
}: {
  label: string
  crumbs: readonly { name: string; href?: string }[]
}) {
  return (
    <nav className="crumbs" aria-label={label}>
      <ol>
        {crumbs.map(({ name, href }) => (
          <li key={name} aria-current={href ? undefined : 'page'}>
            {href ? <a href={href}>{name}</a> : name}
          </li>
        ))}
      </ol>
    </nav>
  )
}
