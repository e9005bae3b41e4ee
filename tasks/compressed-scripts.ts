import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'

/** The hall's files are all named so that they are compressed. */
export const chunkFileNames = ({ moduleIds }: { moduleIds: string[] }) =>
  moduleIds.some((id) => /virtual:hall-messages\/|islands\/hall\/qr\.ts/.test(id))
    ? 'assets/exam-hall-[name]-[hash].js'
    : 'assets/[name]-[hash].js'

/** Writes `{file}.br`, compressed with Brotli's highest quality, beside each large script of the
 *  client and each of the exam hall, with what it shares with flash cards (`device`). The edge
 *  compresses with quality 4 or 5, which is a tenth larger. The addresses stand under
 *  `run_worker_first` in wrangler.toml; src/routes/site-files/compressed-scripts.ts answers them.
 *  Takes about 0.7 s. */
export const compressedScripts = (): Plugin => ({
  name: 'compressed-scripts',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle({ dir }, bundle) {
    const isCompressed = /^assets\/(?:react|exam-hall|device)-[\w-]+\.js$/
    const large = Object.keys(bundle).filter((file) => isCompressed.test(file))
    if (large.length < 2) this.error('a large script has another name; change wrangler.toml too')
    for (const file of large) {
      const path = `${dir ?? 'dist/client'}/${file}`
      writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params: highest }))
    }
  },
})

const highest = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
