import { cloudflare } from '@cloudflare/vite-plugin'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { defineConfig } from 'vite'
import { hallWorker } from './tasks/hall-worker.ts'
import {
  islandsGrowInBrowsers,
  noPreloadHelper,
  noStringRenderer,
  pageAssets,
  rememberedChunks,
} from './tasks/page-assets.ts'

export default defineConfig({
  server: { watch: { ignored: ['**/.wrangler/**', '**/dist/**', 'content/**'] } },
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      strategy: ['globalVariable', 'baseLocale'],
      isServer: 'import.meta.env.SSR',
      // One module a language: a page speaks one of them, and asks it directly.
      outputStructure: 'locale-modules',
      emitTsDeclarations: true,
    }),
    pageAssets(),
    noPreloadHelper(),
    noStringRenderer(),
    islandsGrowInBrowsers(),
    rememberedChunks(),
    hallWorker(),
    cloudflare({
      auxiliaryWorkers: [{ configPath: './product-api/wrangler.toml' }],
      inspectorPort: false,
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
          input: 'client/entry.ts',
          output: {
            codeSplitting: {
              groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }],
            },
          },
        },
      },
    },
    // One file: what is imported late is started late, not fetched late.
    abhyasa_site: {
      build: { minify: true, rolldownOptions: { output: { codeSplitting: false } } },
    },
    abhyasa_product_api: { build: { minify: true } },
  },
  builder: {
    // The workers name the client's files, so the client comes first.
    async buildApp(builder) {
      const { client, ...others } = builder.environments
      await builder.build(client!)
      for (const [name, environment] of Object.entries(others))
        if (name !== 'ssr') await builder.build(environment)
    },
  },
})
