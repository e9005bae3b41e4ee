import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { paymentSettingNames } from '../product-api/payments/configure-payments.ts'
import { commandFor, discrepancyKinds } from '../product-api/payments/operator/discrepancies.ts'
import { importRules } from './import-rules.ts'

// What the Markdown files refer to exists: files, links, npm scripts, and one version of Node.

const documents = [...globSync('*.md'), ...globSync('{docs,content}/**/*.md')].sort()
const textOf = (document: string) => readFileSync(document, 'utf8')
const packageJson = JSON.parse(textOf('package.json')) as {
  engines: { node: string }
  devDependencies: Record<string, string>
  scripts: Record<string, string>
}

const folders = [
  ...['authoring', 'bench', 'client', 'content', 'desk', 'docs', 'domain', 'emulators', 'http'],
  ...['locales', 'product-api', 'public', 'src', 'tasks', 'tests'],
]
/** A path of the project: below one of its folders, or a file beside them. */
const projectPath = new RegExp(
  `^(?:(?:${folders.join('|')})/[\\w./-]*|[\\w-]+\\.(?:json|toml|md|ts|js))$`,
)
/** Paths in recipes with a part to be filled in. */
const isPlaceholder = (path: string) => /[<>*…]|NNNN?|00NN/.test(path)

/** The inline code of a document, without fenced blocks. */
const inlineCode = (document: string): string[] =>
  [
    ...textOf(document)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, code = '']) => code)

describe.each(documents)('%s', (document) => {
  it('names only files that exist', () => {
    const missing = inlineCode(document)
      .filter((code) => projectPath.test(code) && !isPlaceholder(code))
      .filter((path) => !existsSync(path) && !existsSync(join(dirname(document), path)))
    expect(missing).toEqual([])
  })

  it('has only relative links that resolve', () => {
    const targets = [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to)
    const missing = targets
      .filter((target) => !/^(https?:|mailto:|#|…)/.test(target))
      .map((target) => target.replace(/#.*$/, ''))
      .filter((target) => !existsSync(normalize(join(dirname(document), target))))
    expect(missing).toEqual([])
  })

  it('names only npm scripts that exist', () => {
    const named = [...textOf(document).matchAll(/\bnpm run ([\w:-]+)/g)].map(
      ([, name = '']) => name,
    )
    expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([])
  })
})

describe('ARCHITECTURE.md', () => {
  it('has the table of import rules, row by row', () => {
    const [, section = ''] = textOf('ARCHITECTURE.md').split('## Import rules')
    const rows = section
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.replace(/ +/g, ' ').trim())
    expect(rows).toEqual(importRules.map(({ folder, why }) => `| \`${folder}\` | ${why} |`))
  })

  it('links every record of docs/decisions', () => {
    const text = textOf('ARCHITECTURE.md')
    expect(globSync('docs/decisions/*.md').filter((file) => !text.includes(`](${file})`))).toEqual(
      [],
    )
  })
})

describe('docs/payments-discrepancies.md', () => {
  it('lists every kind of discrepancy, in order, with the command that the report prints', () => {
    const rows = textOf('docs/payments-discrepancies.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
    expect(rows.map(([kind = '']) => kind.replaceAll('`', ''))).toEqual(discrepancyKinds)
    for (const [index, kind] of discrepancyKinds.entries()) {
      // The choices of a review are alternatives.
      const [command = ''] = commandFor(kind, 'ID', 'DAY').split('|')
      expect(rows[index]?.[2]).toContain(command)
    }
  })
})

describe("the README's settings", () => {
  const [, section = ''] = textOf('README.md').split(/^## Settings$|^## Payments in the/m)
  const named = section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([A-Z][A-Z_0-9]+)`/g)])
    .map(([, name = '']) => name)

  /** Keys in capitals of the types and schemas of settings. */
  const readBy = [
    ...globSync('{src/config,product-api/env,desk/settings,desk/desk-env}.ts'),
    ...globSync('product-api/{identity,reminders}/settings.ts'),
    'product-api/inbox/crash-log-bindings.ts',
  ].flatMap((file) => [...textOf(file).matchAll(/^\s+([A-Z][A-Z_0-9]+)\??: /gm)])
  /** What wrangler.toml brings, without a choice of the operator; classes of objects by name. */
  const fixed = [
    ...['ASSETS', 'IMAGES', 'PRODUCT_API', 'DB', 'ATTEMPT_QUEUE'],
    ...['wrangler.toml', 'product-api/wrangler.toml'].flatMap((file) =>
      [...textOf(file).matchAll(/^name = "([A-Z_]+)"$/gm)].map(([, name = '']) => name),
    ),
  ]

  it('are all that the Workers read', () => {
    const read = [...readBy.map(([, name = '']) => name), ...paymentSettingNames]
    expect(read.length).toBeGreaterThan(80)
    const missing = read.filter((name) => ![...fixed, ...named].includes(name))
    expect(missing.filter((name) => !section.includes(`\`${name}\``))).toEqual([])
  })

  it('are all read', () => {
    const code = globSync('{src,product-api,desk,tasks}/**/*.{ts,tsx,toml}')
      .concat('wrangler.toml')
      .filter((file) => !file.includes('paraglide'))
      .map(textOf)
      .join('\n')
    expect(named.length).toBeGreaterThan(80)
    expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
  })
})

describe('the version of Node', () => {
  const required = packageJson.engines.node.replace('>=', '')

  it.each(['README.md', 'CONTRIBUTING.md', 'tasks/with-node.mjs'])(
    'in %s is that of package.json',
    (file) => {
      expect(textOf(file)).toContain(`Node ${required}`)
    },
  )

  it('of the packages is the one that the documents name', () => {
    const [major] = packageJson.devDependencies.node!.split('.')
    for (const file of ['README.md', 'CONTRIBUTING.md', 'tasks/with-node.mjs'])
      expect(textOf(file)).toContain(`Node ${major}`)
  })
})
