import type { Brand } from '../brand.ts'
import { localizedPath, alternates, type PageContext } from '../addresses/address.ts'
import { languageNames } from '../../domain/locale.ts'
import { Bubbles } from './bubbles.tsx'
import { wordsIn } from './words.ts'

export function Header({ place, brand }: { place: PageContext; brand: Brand }) {
  const { locale, path } = place
  const words = wordsIn(locale)
  return (
    <header className="top">
      <div className="wrap">
        <a className="brand" href={localizedPath('/', locale)}>
          <Bubbles />
          {brand.name[locale]}
        </a>
        <nav className="lang" aria-label={words.language()}>
          {alternates(path).map((other) => (
            <a
              key={other.locale}
              href={other.path + (place.query ?? '')}
              lang={other.locale}
              hrefLang={other.locale}
              aria-current={other.locale === locale || undefined}
            >
              {languageNames[other.locale]}
            </a>
          ))}
        </nav>
      </div>
      {place.layout === 'full' && (
        <nav className="wrap ways" aria-label={words.menu()}>
          <a href={localizedPath('/current-affairs', locale)}>{words.current_affairs()}</a>
          <a href={localizedPath('/flash-cards', locale)}>{words.flash_cards()}</a>
          <a href={localizedPath('/search', locale)}>{words.search()}</a>
          <a href={localizedPath('/account', locale)}>{words.my_account()}</a>
        </nav>
      )}
    </header>
  )
}
