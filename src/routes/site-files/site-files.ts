import { Hono } from 'hono/quick'
import type { AppEnv } from '../../app-env.ts'
import { cspReports } from './csp-reports.ts'
import { feed } from './feed.ts'
import { manifest } from './manifest.ts'
import { securityTxt } from './security-txt.ts'
import { shareImages } from './share-images.ts'
import { sitemap } from './sitemap.ts'

export const siteFiles = new Hono<AppEnv>()

siteFiles.route('/', sitemap)
siteFiles.route('/', feed)
siteFiles.route('/', manifest)
siteFiles.route('/', securityTxt)
siteFiles.route('/', cspReports)
siteFiles.route('/', shareImages)

/** Android App Links: allows the app to open the site's addresses. 404 unless
 *  ANDROID_APP_CERTIFICATES is set. */
siteFiles.get('/.well-known/assetlinks.json', (c) => {
  const { config, brand } = c.var
  const fingerprints = config.ANDROID_APP_CERTIFICATES.split(/[\s,]+/).filter(Boolean)
  if (fingerprints.length === 0) return c.notFound()
  c.header('cache-control', 'public, max-age=3600')
  return c.json([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: brand.appId,
        sha256_cert_fingerprints: fingerprints,
      },
    },
  ])
})
