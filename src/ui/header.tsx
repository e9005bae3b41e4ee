import type { Brand } from '../brand.ts'
import { localizedPath, alternates, type PageContext } from '../addresses/address.ts'
import { languageNames } from '../../domain/locale.ts'
import { Logo } from './logo.tsx'
import { messagesFor } from './messages.ts'

/** The header: logo, language switch, and in the full layout the main navigation. */
export function Header({ page, brand }: { page: PageContext; brand: Brand }) {
  const { locale, path } = page
  const messages = messagesFor(locale)
  return (
    <header className="top">
      <div className="wrap">
        <a className="brand" href={localizedPath('/', locale)}>
          <Logo />
          {brand.name[locale]}
        </a>
        <nav className="lang" aria-label={messages.language()}>
          {alternates(path).map((other) => (
            <a
              key={other.locale}
              href={other.path + (page.query ?? '')}
              lang={other.locale}
              hrefLang={other.locale}
              aria-current={other.locale === locale || undefined}
            >
              {languageNames[other.locale]}
            </a>
          ))}
        </nav>
      </div>
      {page.layout === 'full' && (
        <nav className="wrap ways" aria-label={messages.menu()}>
          <a href={localizedPath('/current-affairs', locale)}>{messages.current_affairs()}</a>
          <a href={localizedPath('/flash-cards', locale)}>{messages.flash_cards()}</a>
          <a href={localizedPath('/search', locale)}>{messages.search()}</a>
          <a href={localizedPath('/account', locale)}>{messages.my_account()}</a>
        </nav>
      )}
    </header>
  )
}
