import type { ReactNode } from 'react'
import { entry } from 'virtual:client'
import type { Brand } from '../brand.ts'
import { isPayersWay, type PageContext } from '../addresses/address.ts'
import { ConsentNotice, type Tags } from './consent-notice.tsx'
import { Footer } from './footer.tsx'
import type { SessionError, SessionUser } from '../../domain/session-user.ts'
import { Header } from './header.tsx'
import { Sheet, useNonce } from './page-parts.tsx'
import { SessionNotice, SessionTemplates } from './session-notice.tsx'
import { wordsIn } from './words.ts'

/** Every page's outside: head, header and footer as its layout wants them, and the one small script. */
export function Document({
  place,
  brand,
  reader,
  tags,
  children,
}: {
  place: PageContext
  brand: Brand
  reader: { user: SessionUser | null; error: SessionError | null }
  tags: Tags | null
  children: ReactNode
}) {
  const { locale, layout } = place
  const words = wordsIn(locale)
  return (
    <html
      lang={locale}
      data-in-app={place.inApp || undefined}
      data-session={reader.user?.id ?? (reader.error ? 'over' : undefined)}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#2b3990" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <Sheet of="base" />
      </head>
      <body>
        <a className="skip" href="#main">
          {words.skip_to_content()}
        </a>
        {layout !== 'plain' && <Header place={place} brand={brand} />}
        <main id="main" className="wrap">
          {children}
        </main>
        {reader.user && layout === 'full' && !place.inApp && !isPayersWay(place.path) && (
          <aside className="wrap get-app">
            <a className="btn quiet wide" href={brand.appStoreUrl}>
              {words.app_prompt()}
            </a>
          </aside>
        )}
        {layout === 'full' && (
          <Footer
            place={place}
            brand={brand}
            signedIn={reader.user !== null}
            asksConsent={tags !== null}
          />
        )}
        {reader.user && <SessionTemplates place={place} />}
        {reader.error && <SessionNotice place={place} error={reader.error} />}
        {(reader.user ?? reader.error) && <Sheet of="session" />}
        {tags && <ConsentNotice locale={locale} tags={tags} />}
        <Entry />
      </body>
    </html>
  )
}

/** Last in the body, so that a slow link spends its first bytes on words. A page with late parts stays open
 *  until they came; there the script must not wait for the end. */
function Entry() {
  const nonce = useNonce()
  return <script type="module" src={entry} nonce={nonce} async={nonce !== undefined} />
}
