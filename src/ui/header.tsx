import type { Brand } from '../brand.ts'
import { addressIn, alternates, type Place } from '../addresses/address.ts'
import { languageNames } from '../../domain/locale.ts'
import { Bubbles } from './bubbles.tsx'
import { wordsIn } from './words.ts'

export function Header({ place, brand }: { place: Place; brand: Brand }) {
  const { locale, path } = place
  const words = wordsIn(locale)
  return (
    <header className="top">
      <div className="wrap">
        <a className="brand" href={addressIn('/', locale)}>
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
          <a href={addressIn('/current-affairs', locale)}>{words.current_affairs()}</a>
          <a href={addressIn('/flash-cards', locale)}>{words.flash_cards()}</a>
          <a href={addressIn('/search', locale)}>{words.search()}</a>
          <a href={addressIn('/account', locale)}>{words.my_account()}</a>
        </nav>
      )}
    </header>
  )
}
