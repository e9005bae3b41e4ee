import { cloudflare } from '@cloudflare/vite-plugin'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { defineConfig, type UserConfig } from 'vite'
import { chunkFileNames, compressedScripts } from './tasks/compressed-scripts.ts'
import { exportsOfThis } from './tasks/exports-of-this.ts'
import { writeInlangSettings } from './tasks/inlang-settings.ts'
import { paraglideOptions } from './tasks/messages.ts'
import {
  browserOnlyImports,
  noCssFilter,
  noPreloadHelper,
  noStringRenderer,
  pageAssets,
  cachedChunks,
} from './tasks/page-assets.ts'
import { ownQrModes } from './tasks/qr-library.ts'
import { serviceWorker } from './tasks/service-worker.ts'
import { unusedReactExports } from './tasks/unused-react.ts'

writeInlangSettings()

/** What the exam hall, flash cards and the home page's notes have in common. */
const sharedDeviceFiles = new RegExp(
  `client/device/(${[
    ...['browser-ports', 'clock-text', 'indexed-db', 'today-notes', 'untyped-data'],
    ...['write-queue', 'offline/register-worker', 'offline-hall/hall-copy'],
  ].join('|')})\\.ts`,
)

/** React, and what hydrates with it. */
const reactFiles = /node_modules\/(react|react-dom|scheduler)\/|client\/mount\.ts/

/** What `npm run dev` adds. */
type Development = {
  port: number
  bindings: { site: Record<string, string>; productApi: Record<string, string> }
  /** Where DevTools attach to both Workers. */
  inspectorPort: number
}

/** The build of the site and the product API, and with `development` their development server. */
export const viteConfig = (development?: Development): UserConfig => ({
  server: {
    host: '127.0.0.1',
    ...(development && { port: development.port }),
    strictPort: true,
    watch: { ignored: ['**/.wrangler/**', '**/dist/**', 'content/**'] },
  },
  plugins: [
    paraglideVitePlugin(paraglideOptions),
    pageAssets(),
    noPreloadHelper(),
    noStringRenderer(),
    noCssFilter(),
    browserOnlyImports(),
    cachedChunks(),
    exportsOfThis(),
    ownQrModes(),
    unusedReactExports(),
    serviceWorker(),
    compressedScripts(),
    cloudflare({
      config: { vars: development?.bindings.site ?? {} },
      auxiliaryWorkers: [
        {
          configPath: './product-api/wrangler.toml',
          config: { vars: development?.bindings.productApi ?? {} },
        },
        { configPath: './desk/wrangler.toml' },
      ],
      inspectorPort: development?.inspectorPort ?? false,
      persistState: { path: '.wrangler/state' },
    }),
  ],
  environments: {
    client: {
      build: {
        manifest: true,
        modulePreload: false,
        target: 'es2022',
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['client/entry.ts', 'client/passkey.ts', 'client/reminders.ts'],
          // Inline scripts import reminders.ts for what it exports.
          preserveEntrySignatures: 'exports-only',
          output: {
            chunkFileNames,
            codeSplitting: {
              groups: [
                { name: 'react', test: reactFiles },
                // One request instead of several: whoever needs one has visited the others.
                { name: 'device', test: sharedDeviceFiles },
              ],
            },
          },
        },
      },
    },
    // One file: a dynamic import delays evaluating a module, not fetching it.
    abhyasa_site: {
      build: { minify: true, rolldownOptions: { output: { codeSplitting: false } } },
    },
    abhyasa_product_api: {
      build: { minify: true, rolldownOptions: { output: { codeSplitting: false } } },
    },
    abhyasa_desk: {
      build: { minify: true, rolldownOptions: { output: { codeSplitting: false } } },
    },
  },
  builder: {
    // The Workers name the client's files, so the client is built first.
    async buildApp(builder) {
      const { client, ...others } = builder.environments
      await builder.build(client!)
      for (const [name, environment] of Object.entries(others))
        if (name !== 'ssr') await builder.build(environment)
    },
  },
})

export default defineConfig(viteConfig())
