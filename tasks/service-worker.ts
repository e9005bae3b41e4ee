import { build } from 'esbuild'
import type { Plugin } from 'vite'

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
    })
    this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: outputFiles[0]!.text })
  },
})
