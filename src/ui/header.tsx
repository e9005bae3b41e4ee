import type { Brand } from '../brand.ts'
import { localizedPath, type PageContext } from '../addresses/address.ts'
import { languageLinks } from '../addresses/language-switch.ts'
import { languageNames } from '../../domain/locale.ts'
import { Logo } from './logo.tsx'
import { messagesFor } from './messages.ts'

/** The header: logo, language switch, and on wide screens links that phones find in the directory
 *  and on the home page. */
export function Header({ page, brand }: { page: PageContext; brand: Brand }) {
  const { locale } = page
  const messages = messagesFor(locale)
  return (
    <header className="top">
      <div className="wrap">
        <a className="brand" href={localizedPath('/', locale)}>
          <Logo />
          {brand.name[locale]}
        </a>
        {page.layout === 'full' && (
          <nav className="more-ways" aria-label={messages.home_more()}>
            <a href={localizedPath('/current-affairs', locale)}>{messages.current_affairs()}</a>
            <a href={localizedPath('/search', locale)}>{messages.search()}</a>
            <a href={localizedPath('/subscription/checkout', locale)}>{messages.plans()}</a>
          </nav>
        )}
        <nav className="lang" aria-label={messages.language()}>
          {languageLinks(page).map((other) => (
            <a
              key={other.locale}
              href={other.href}
              lang={other.locale}
              aria-current={other.locale === locale || undefined}
            >
              {languageNames[other.locale]}
            </a>
          ))}
        </nav>
      </div>
    </header>
  )
}
