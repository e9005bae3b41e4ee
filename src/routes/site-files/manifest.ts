import { Hono } from 'hono/quick'
import { manifestPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { AppEnv } from '../../app-env.ts'
import type { Brand } from '../../brand.ts'
import { messagesFor } from '../../ui/messages.ts'

/** The web app manifest, one for each language: the format has one name per manifest. The app's
 *  `id` is the same in all, so that a reader who changes the language does not install it twice. */
export const manifest = new Hono<AppEnv>()

manifest.get(manifestPath, (c) => {
  c.header('cache-control', 'public, max-age=86400')
  c.header('content-type', 'application/manifest+json; charset=utf-8')
  return c.body(JSON.stringify(manifestOf(c.var.page, c.var.brand)))
})

/** Colours: --paper and --primary of client/styles/base.css. Icons: tasks/app-icons.ts. */
export function manifestOf({ locale }: Pick<PageContext, 'locale'>, brand: Brand) {
  const messages = messagesFor(locale)
  const to = (path: string) => localizedPath(path, locale)
  const shortcut = (name: string, path: string, icon: string) => ({
    name,
    url: to(path),
    icons: [{ src: `/icons/${icon}.png`, sizes: '96x96', type: 'image/png' }],
  })
  return {
    id: '/',
    name: `${brand.name[locale]}: ${messages.app_tagline()}`,
    short_name: brand.name[locale],
    description: messages.home_description(),
    lang: locale,
    dir: 'ltr',
    start_url: to('/'),
    scope: '/',
    display: 'standalone',
    background_color: '#fbfaf6',
    theme_color: '#2b3990',
    categories: ['education', 'books', 'news'],
    icons: [
      { src: '/icons/any-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/any-512.png', sizes: '512x512', type: 'image/png' },
      ...['192', '512'].map((size) => ({
        src: `/icons/maskable-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'maskable',
      })),
      { src: '/icons/badge-96.png', sizes: '96x96', type: 'image/png', purpose: 'monochrome' },
    ],
    shortcuts: [
      shortcut(messages.nav_exams(), '/exams', 'exams-96'),
      shortcut(messages.app_cards_due(), '/flash-cards?of=due', 'cards-96'),
      shortcut(messages.current_affairs(), '/current-affairs', 'news-96'),
    ],
    related_applications: [{ platform: 'play', id: brand.appId, url: brand.appStoreUrl }],
    prefer_related_applications: false,
  }
}
