import type { Plugin } from 'vite'

/** What the rescue code does not need: the choice of modes for a text, the modes that are left
 *  over, and pictures other than by single modules. */
const unused: readonly (readonly [RegExp, string])[] = [
  [/const p=a\(d,.*?\},multi:c,/s, 'const b={multi:c,'],
  [/,iso8859_1:p,shift_jis:y,utf8:h/, ''],
  [/,"string"==typeof t&&\(t=b\.auto\(t,l\)\);/, ';'],
  [/P\.with=.*?;/, ''],
  [/,toString\(\{on:.*?toDataURL\(t,1\)\}/s, ''],
]

/** Leaves out of lean-qr what qr.ts of the hall does not use: two fifths of it, which every phone
 *  would store for offline. Its smaller variant `lean-qr/nano` has no mode but bytes, and draws a
 *  denser picture. The desk's code of an authenticator app needs what is left out here. */
export const ownQrModes = (): Plugin => ({
  name: 'own-qr-modes',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/lean-qr\/index\.mjs$/ },
    handler: (code) => withoutUnused(code),
  },
})

/** Errors: throws where the library has another text. */
export function withoutUnused(library: string): string {
  return unused.reduce((code, [part, replacement]) => {
    if (!part.test(code)) throw new Error(`lean-qr has no ${part.source}; change qr-library.ts`)
    return code.replace(part, replacement)
  }, library)
}
