import { build, type Plugin as EsbuildPlugin } from 'esbuild'
import type { Plugin } from 'vite'
import { defaultLocale, locales } from '../domain/locale.ts'

/** Builds client/service-worker.ts into one file whose name never changes, because a browser
 *  identifies a service worker by its URL. There is none in development. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  async generateBundle() {
    const { outputFiles } = await build({
      entryPoints: ['client/service-worker.ts'],
      bundle: true,
      minify: true,
      write: false,
      format: 'iife',
      target: 'es2022',
      plugins: [languageCodes],
    })
    this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: outputFiles[0]!.text })
  },
})

/** The worker needs the codes of languages; the whole table would be a tenth of its file. */
const languageCodes: EsbuildPlugin = {
  name: 'language-codes',
  setup(build) {
    build.onLoad({ filter: /\/domain\/locale\.ts$/ }, () => ({
      contents: `export const defaultLocale = ${JSON.stringify(defaultLocale)}
export const locales = ${JSON.stringify(locales)}`,
    }))
  },
}
