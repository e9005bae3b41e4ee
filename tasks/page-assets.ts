import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { buildSync } from 'esbuild'
import { transform as minifyCss } from 'lightningcss'
import type { Plugin } from 'vite'
import { hallMessageKeys } from '../client/islands/hall/message-keys.ts'
import { locales } from '../domain/locale.ts'

const styles = 'client/styles'
const inline = 'client/inline'
const deskScript = 'client/desk/drafts.ts'
const compiledMessages = 'src/paraglide/messages'
const hallMessages = 'virtual:hall-messages'

const generatedModules = [
  ...['virtual:client', 'virtual:styles', 'virtual:messages', 'virtual:desk-script'],
]

/** Modules that the build generates. 'virtual:client' and 'virtual:styles': the built files of
 *  client/ that pages refer to or include; 'virtual:messages': the compiled messages of every
 *  language of domain/locale.ts, by key; 'virtual:hall-messages': a loader for each language;
 *  'virtual:hall-messages/{locale}': the hall's messages in that language, a chunk of their own. */
export const pageAssets = (): Plugin => ({
  name: 'page-assets',
  resolveId: (id) =>
    generatedModules.includes(id) || id.startsWith(hallMessages) ? `\0${id}` : undefined,
  load(id) {
    if (id === '\0virtual:styles') {
      for (const file of filesOf(styles)) this.addWatchFile(file)
      return `export const inlineStyles = ${JSON.stringify(inlineStyles())}`
    }
    if (id === '\0virtual:client') {
      const isDev = this.environment.mode === 'dev'
      return [
        `export const entry = ${JSON.stringify(addressOf('client/entry.ts', isDev))}`,
        `export const offlineScripts = ${JSON.stringify(isDev ? noScripts : offlineScripts())}`,
        `export const passkeyScript = ${JSON.stringify(addressOf('client/passkey.ts', isDev))}`,
        `export const remindersScript = ${JSON.stringify(addressOf('client/reminders.ts', isDev))}`,
        `export const inlineScripts = ${JSON.stringify(inlineScripts())}`,
        `export const build = ${JSON.stringify(isDev ? 'dev' : Date.now().toString(36))}`,
      ].join('\n')
    }
    if (id === '\0virtual:messages') {
      const files = locales.map((locale) => resolve(compiledMessages, `${locale}.js`))
      for (const file of files) this.addWatchFile(file)
      return `export const messagesByKey = ${messagesByKey(files.map(functionsOf))}`
    }
    if (id === `\0${hallMessages}`) {
      const loaders = locales.map(
        (locale) => `${locale}: () => import('${hallMessages}/${locale}')`,
      )
      return `export const loadHallMessages = { ${loaders.join()} }`
    }
    if (id === '\0virtual:desk-script') {
      this.addWatchFile(deskScript)
      return `export const deskScript = ${JSON.stringify(bundledScript(deskScript))}`
    }
    if (id.startsWith(`\0${hallMessages}/`)) {
      const file = `locales/${id.slice(hallMessages.length + 2)}.json`
      this.addWatchFile(file)
      return `export default ${JSON.stringify(hallMessagesIn(file))}`
    }
    return undefined
  },
})

/** The functions that a module of compiled messages exports, as source by message key. */
function functionsOf(file: string): Map<string, string> {
  const compiled = readFileSync(file, 'utf8')
  const functions = [...compiled.matchAll(/^export const (\w+) = ([^]*?^});$/gm)]
  const count = compiled.match(/^export /gm)?.length ?? 0
  if (functions.length !== count || /^import /m.test(compiled))
    throw new Error(`${file} has another form than expected; change functionsOf`)
  return new Map(functions.map(([, key = '', source = '']) => [key, source]))
}

/** The source of an object from each message key to its functions in the order of the languages.
 *  Importing the modules as namespaces would add a variable and a getter for every message, and
 *  every key once more for each language: a tenth of the Worker. */
const messagesByKey = ([first, ...others]: readonly Map<string, string>[]) =>
  `{${[...(first ?? [])]
    .map(([key, source]) => `${key}: [${[source, ...others.map((of) => of.get(key))].join()}]`)
    .join(',\n')}}`

/** The hall's messages in a file of locales/. A missing one fails the build. */
function hallMessagesIn(file: string) {
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return Object.fromEntries(
    Object.entries(hallMessageKeys).map(([name, key]) => {
      const text = messages[key]
      if (text === undefined) throw new Error(`${file} lacks ${key}`)
      return [name, text]
    }),
  )
}

type ClientManifest = Record<
  string,
  { file: string; imports?: readonly string[]; dynamicImports?: readonly string[] }
>

const clientManifest = () =>
  JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as ClientManifest

/** Where browsers find a script of its own, which nothing imports. */
const addressOf = (source: string, isDev: boolean) =>
  `/${isDev ? source : clientManifest()[source]!.file}`

/** In development nothing is kept for offline. */
const noScripts = { pages: [], cards: [] }

/** The files that pages kept for offline run, with what these import. */
function offlineScripts() {
  const manifest = clientManifest()
  const pages = ['client/device/offline/offline-pages.ts', 'client/paper-draft.ts']
  const cards = ['client/islands/flash-deck.tsx']
  return {
    pages: filesWithImports(manifest, pages),
    cards: filesWithImports(manifest, [...pages, ...cards]),
  }
}

/** The files of these modules and of all that they import, at once or later. */
function filesWithImports(manifest: ClientManifest, modules: readonly string[]): string[] {
  const found = new Set(['client/entry.ts', 'client/page-parts.ts'])
  const queue = [...modules]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the build has no ${name}; change offlineScripts`)
    if (found.has(name)) continue
    found.add(name)
    queue.push(...(chunk.imports ?? []), ...(chunk.dynamicImports ?? []))
  }
  return [...found].map((name) => `/${manifest[name]!.file}`).sort()
}

const filesOf = (folder: string) => readdirSync(folder).map((name) => `${folder}/${name}`)

/** Each file of client/styles, minified, with the hash that a security policy names it by. */
export function inlineStyles() {
  return Object.fromEntries(
    filesOf(styles).map((file) => {
      const source = new TextEncoder().encode(forEachLanguage(readFileSync(file, 'utf8')))
      const { code } = minifyCss({ filename: file, code: source, minify: true })
      const css = code.toString()
      return [basename(file, '.css'), { css, hash: hashOf(css) }]
    }),
  )
}

/** Repeats the rules in '@each-language { … }' for every language, with LANGUAGE replaced by its
 *  code, because CSS cannot compare the attributes of two elements. A block ends at a brace with
 *  its own indentation. */
const forEachLanguage = (css: string) =>
  css.replace(/^( *)@each-language \{\n([^]*?)^\1\}\n/gm, (_block, _indent, rules: string) =>
    locales.map((locale) => rules.replaceAll('LANGUAGE', locale)).join(''),
  )

/** Each file of client/inline, bundled and minified, with the hash that a security policy names it
 *  by. */
export function inlineScripts() {
  return Object.fromEntries(
    filesOf(inline).map((file) => {
      const code = bundledScript(file)
      return [basename(file, '.ts'), { code, hash: hashOf(code) }]
    }),
  )
}

/** A script with what it imports, minified. */
function bundledScript(file: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    write: false,
    minify: true,
    target: 'es2022',
    format: 'iife',
  })
  return outputFiles[0]!.text.trim()
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Removes Vite's helper for dynamic imports (preload links, CSS): it would more than double the
 *  entry script, and there is nothing to preload. */
export const noPreloadHelper = (): Plugin => ({
  name: 'no-preload-helper',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) => (id.includes('vite/preload-helper') ? '\0vite/preload-helper.js' : undefined),
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
})

/** Caches the bytes of short strings in React's server renderer, which encodes names of tags,
 *  attributes and classes again each time. Reduces the CPU time of a page by a third (bench). */
export const cachedChunks = (): Plugin => ({
  name: 'cached-chunks',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('react-dom-server.edge.production')) return
    const original =
      /function stringToChunk\(content\) \{\s*return textEncoder\.encode\(content\);\s*\}/
    if (!original.test(code))
      this.error(
        'React encodes strings in another way; measure again and change or remove this plugin',
      )
    return code.replace(
      original,
      `var encoded = new Map();
       function stringToChunk(content) {
         if (content.length > 120) return textEncoder.encode(content);
         var chunk = encoded.get(content);
         if (chunk === undefined) {
           chunk = textEncoder.encode(content);
           if (encoded.size < 4000) encoded.set(content, chunk);
         }
         return chunk;
       }`,
    )
  },
})

/** Leaves out of the site's Worker what islands import dynamically, which runs in browsers only. */
export const browserOnlyImports = (): Plugin => ({
  name: 'browser-only-imports',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'abhyasa_site',
  resolveId: (_id, importer, { kind }) =>
    kind === 'dynamic-import' &&
    (importer?.includes('/client/islands/') === true || importer === `\0${hallMessages}`)
      ? '\0browser-only.js'
      : undefined,
  load: (id) => (id === '\0browser-only.js' ? 'export default {}' : undefined),
})

/** Leaves out React's renderer to strings, which is unused because pages are streamed. */
export const noStringRenderer = (): Plugin => ({
  name: 'no-string-renderer',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) =>
    id.includes('react-dom-server-legacy') ? '\0no-string-renderer.js' : undefined,
  load: (id) => (id === '\0no-string-renderer.js' ? 'export default {}' : undefined),
})

/** Leaves out the CSS filter of xss, which is unused because rich text may have no style attribute
 *  (src/api-client/rich-text.ts). In its place every declaration is removed. */
export const noCssFilter = (): Plugin => ({
  name: 'no-css-filter',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) => (id === 'cssfilter' ? '\0no-css-filter.js' : undefined),
  load: (id) =>
    id === '\0no-css-filter.js'
      ? `export class FilterCSS { process() { return '' } }
         export const getDefaultWhiteList = () => ({})`
      : undefined,
})
