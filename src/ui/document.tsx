import type { ReactNode } from 'react'
import { entry } from 'virtual:client'
import type { Brand } from '../brand.ts'
import { isPaymentPath, localizedPath, type PageContext } from '../addresses/address.ts'
import { manifestPath } from '../addresses/paths.ts'
import { AdPlace, ConsentNotice, type AnalyticsTags } from './consent-notice.tsx'
import { Footer } from './footer.tsx'
import type { SessionError, SessionUser } from '../../domain/session-user.ts'
import { Header } from './header.tsx'
import { MainNavigation } from './main-navigation.tsx'
import { InlineStyle } from './inline-assets.tsx'
import { SessionNotice, SessionTemplates } from './session-notice.tsx'
import { messagesFor } from './messages.ts'

/** The HTML document of every page: head, header and footer according to the layout, notices, and
 *  the entry script. */
export function Document({
  page,
  brand,
  reader,
  tags,
  children,
}: {
  page: PageContext
  brand: Brand
  reader: { user: SessionUser | null; error: SessionError | null }
  tags: AnalyticsTags | null
  children: ReactNode
}) {
  const { locale, layout } = page
  const messages = messagesFor(locale)
  return (
    <html
      lang={locale}
      data-in-app={page.isInApp || undefined}
      data-session={reader.user?.id ?? (reader.error ? 'over' : undefined)}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#2b3990" />
        <link rel="icon" href="/icon.svg" />
        {!page.isInApp && layout !== 'plain' && (
          <link rel="manifest" href={localizedPath(manifestPath, locale)} />
        )}
        <InlineStyle name="base" />
        {layout !== 'plain' && <InlineStyle name="frame" />}
      </head>
      <body>
        <a className="skip" href="#main">
          {messages.skip_to_content()}
        </a>
        {layout !== 'plain' && <Header page={page} brand={brand} />}
        <main id="main" className="wrap">
          {children}
        </main>
        {reader.user && layout === 'full' && !page.isInApp && !isPaymentPath(page.path) && (
          <aside className="wrap get-app">
            <a className="btn quiet wide" href={brand.appStoreUrl}>
              {messages.app_prompt()}
            </a>
          </aside>
        )}
        {tags?.advertisingSlot && layout === 'full' && !page.isInApp && (
          <AdPlace locale={locale} tags={tags} />
        )}
        {layout === 'full' && (
          <Footer
            page={page}
            brand={brand}
            isSignedIn={reader.user !== null}
            hasConsentNotice={tags !== null}
          />
        )}
        {layout === 'full' && <MainNavigation page={page} />}
        {reader.user && <SessionTemplates page={page} />}
        {reader.error && <SessionNotice page={page} error={reader.error} />}
        {(reader.user ?? reader.error) && <InlineStyle name="session" />}
        {tags && <ConsentNotice locale={locale} tags={tags} />}
        {/* Last, so that a slow connection receives the text first. */}
        <script type="module" src={entry} />
      </body>
    </html>
  )
}
