import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** Leaves out of React what neither the islands nor React DOM use: a bundler keeps all exports of a
 *  CommonJS module. */
export const unusedReactExports = (): Plugin => {
  let used = new Set<string>()
  return {
    name: 'unused-react-exports',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      used = new Set([...importedNames(), ...namesInReactDom()])
    },
    transform: {
      filter: { id: /\/(?:react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/ },
      handler(code, id) {
        const kept = withExports(code, used)
        return id.includes('react-dom-client') ? withoutStacks(withoutPreloads(kept)) : kept
      },
    },
  }
}

/** The statement by which React DOM takes over `preload`, `preinit` and the like: seven functions
 *  that write links and scripts into the head, 5 KB minified, after the two that are kept. */
const preloadDispatcher =
  /^ReactDOMSharedInternals\.d = \{\n {2}f: \w+,\n {2}r: \w+,\n(?: {2}\w: \w+,?\n){7}\};$/m

/** React DOM without these functions. No island calls them; the page itself names what it needs.
 *  Those that do nothing stay in their place. Errors: throws where the statement is another one, as
 *  after an update of React. */
export function withoutPreloads(code: string): string {
  if (!preloadDispatcher.test(code)) throw new Error('React DOM takes over preload() otherwise')
  return code.replace(
    preloadDispatcher,
    'ReactDOMSharedInternals.d = ' +
      'assign({}, previousDispatcher, { f: flushSyncWork, r: requestFormReset });',
  )
}

const stackOfComponents = /^function getStackByFiberInDevAndProd\(\w+\) \{\n(?: .*\n)+\}$/m

/** React DOM without the names of components that it adds to an error as `componentStack`, which no
 *  file of ours reads; 2 KB minified. Errors: as `withoutPreloads`. */
export function withoutStacks(code: string): string {
  if (!stackOfComponents.test(code)) throw new Error('React DOM makes component stacks otherwise')
  return code.replace(stackOfComponents, `function getStackByFiberInDevAndProd() { return '' }`)
}

/** A statement `exports.name = …` of one line, or of a function or an object. */
const exportStatement = /^exports\.(\w+) =(?:.*;\n|.*\n(?:[ )].*\n)+?\};\n)/gm

/** A CommonJS module without the exports that are not used. */
export const withExports = (code: string, used: ReadonlySet<string>): string =>
  code.replace(exportStatement, (statement, name: string) => (used.has(name) ? statement : ''))

/** What the files of client/ import from React by name. Errors: throws for other imports, which may
 *  use anything. */
function importedNames(): string[] {
  const files = readdirSync('client', { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const code = readFileSync(`client/${file}`, 'utf8')
      return [...code.matchAll(/^import ([^;]*?) from 'react(?:-dom(?:\/client)?)?'$/gm)].flatMap(
        ([, names = '']) => {
          const list = /^\{(.*)\}$/s.exec(names)?.[1]
          if (list === undefined) throw new Error(`${file} has to import names from React`)
          return list.split(',').map((name) => name.trim().split(' ')[0] ?? '')
        },
      )
    })
}

/** What React DOM uses of React and its scheduler, and the markup of the islands. */
function namesInReactDom(): string[] {
  const require = createRequire(import.meta.url)
  const folder = require.resolve('react-dom/package.json').replace('package.json', 'cjs')
  const code = ['react-dom', 'react-dom-client'].map((name) =>
    readFileSync(`${folder}/${name}.production.js`, 'utf8'),
  )
  const names = code.join('\n').matchAll(/\b(?:React|ReactDOM|Scheduler)\.(\w+)/g)
  return [...names].map(([, name = '']) => name).concat('Fragment', 'jsx', 'jsxs')
}
