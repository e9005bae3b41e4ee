import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { deniedWords } from './denied-words.ts'
import { featureInterfaces, importRules, operatorInterfaces } from './import-rules.ts'

// The structure that ARCHITECTURE.md describes: imports, cycles, file sizes, names.

const codeFolders = [
  ...['src', 'domain', 'http', 'client', 'product-api', 'desk', 'authoring', 'emulators'],
  ...['tasks', 'bench', 'tests'],
].filter(existsSync)

const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return name === 'paraglide' ? [] : filesBelow(path)
    return /\.tsx?$/.test(name) ? [path] : []
  })

const allFiles = codeFolders.flatMap(filesBelow)
const files = allFiles.filter((file) => !file.startsWith('tests/'))
const sources = new Map(allFiles.map((file) => [file, readFileSync(file, 'utf8')]))
const sourceOf = (file: string) => sources.get(file) ?? ''

/** isDynamic: by `import()`. */
type Import = { name: string; isTypeOnly: boolean; isDynamic: boolean }

/** What a file imports, re-exports or loads by `import()`, types included. Relative names become
 *  paths from the project's root. */
function importsOf(file: string): Import[] {
  const parsed = ts.createSourceFile(file, sourceOf(file), ts.ScriptTarget.Latest, true)
  const found: Import[] = []
  const add = (specifier: ts.Node | undefined, isTypeOnly: boolean, isDynamic = false) => {
    if (!specifier || !ts.isStringLiteral(specifier)) return
    const { text } = specifier
    found.push({
      name: text.startsWith('.') ? normalize(join(dirname(file), text)).replace(/\?.*$/, '') : text,
      isTypeOnly,
      isDynamic,
    })
  }
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false, true)
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}
const imports = new Map(allFiles.map((file) => [file, importsOf(file)]))

const matches = (name: string, prefixes: readonly string[]) =>
  prefixes.some(
    (prefix) => name === prefix || name.startsWith(/[/:]$/.test(prefix) ? prefix : `${prefix}/`),
  )

/** The narrowest rule whose folder holds the file. */
const ruleOf = (file: string) =>
  importRules
    .filter(({ folder }) => file.startsWith(folder))
    .sort((one, other) => other.folder.length - one.folder.length)[0]

describe('imports', () => {
  it.each(importRules)('of $folder stay within its rule', (rule) => {
    const wrong = files
      .filter((file) => ruleOf(file) === rule)
      .flatMap((file) =>
        (imports.get(file) ?? [])
          .filter(({ name, isTypeOnly }) => {
            if (name.startsWith(rule.folder)) return false
            const isExcluded = !isTypeOnly && matches(name, rule.never ?? [])
            return isExcluded || !matches(name, rule.may)
          })
          .map(({ name }) => `${file} -> ${name}`),
      )
    expect(wrong).toEqual([])
  })

  it('of one feature of the site never reach into another', () => {
    const featureOf = (path: string) => /^src\/routes\/([^/]+)\//.exec(path)?.[1]
    expect(
      crossing((from, to) => {
        const [here, there] = [featureOf(from), featureOf(to)]
        return here !== undefined && there !== undefined && here !== there
      }),
    ).toEqual([])
  })

  it('between features of the product API go through the files that a feature names', () => {
    const featureOf = (path: string) => /^product-api\/([^/]+)\//.exec(path)?.[1]
    expect(
      crossing((from, to) => {
        const [here, there] = [featureOf(from), featureOf(to)]
        if (here === undefined || there === undefined || here === there) return false
        return !(featureInterfaces[there] ?? []).includes(to.slice(`product-api/${there}/`.length))
      }),
    ).toEqual([])
  })

  it('of the desk from the product API are the files that the product API names for it', () => {
    const found = new Set(
      files
        .filter((file) => file.startsWith('desk/'))
        .flatMap((file) => (imports.get(file) ?? []).map(({ name }) => name))
        .filter((name) => name.startsWith('product-api/')),
    )
    expect([...found].sort()).toEqual([...operatorInterfaces].sort())
  })

  it('of one feature of the desk reach another only by what all features use', () => {
    const everyones = [
      ...['audit/audit-log.ts', 'audit/audit-list.tsx', 'operators/operators.ts'],
      // The page of today collects what each feature asks for.
      ...['affairs/duties.ts', 'affairs/stale-note.tsx', 'inbox/duties.ts', 'keys/duties.ts'],
      ...['accounts/duties.ts', 'notices/duties.ts', 'plans/duties.ts', 'today/duty.ts'],
      ...['content-copies/copies-note.tsx', 'content-copies/nightly-export.ts'],
      // The nightly export makes the texts that days of before lack.
      'affairs/day-texts.ts',
      // An account shows its orders as the page of payments does.
      ...['papers/duties.ts', 'papers/stored-papers.ts', 'papers/catalogue.ts'],
      ...['payments/orders.ts', 'payments/order-steps.tsx', 'payments/duties.ts'],
    ]
    const featureOf = (path: string) => /^desk\/(?!ui\/)([^/]+)\//.exec(path)?.[1]
    expect(
      crossing((from, to) => {
        const [here, there] = [featureOf(from), featureOf(to)]
        if (here === undefined || there === undefined || here === there) return false
        return !everyones.includes(to.slice('desk/'.length))
      }),
    ).toEqual([])
  })

  it('of src reach no part of a running exam hall, which would only enlarge the Worker', () => {
    const reached = new Set<string>()
    const queue = allFiles.filter((file) => file.startsWith('src/'))
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (reached.has(file)) continue
      reached.add(file)
      for (const { name, isTypeOnly, isDynamic } of imports.get(file) ?? [])
        if (!isTypeOnly && !isDynamic && imports.has(name)) queue.push(name)
    }
    expect([...reached].filter((file) => file.startsWith('client/device/journal/'))).toEqual([])
    expect([...reached]).not.toContain('client/islands/hall/live-hall.tsx')
  })

  it('have no cycles, types included', () => {
    expect(cycles()).toEqual([])
  })

  it('are described by the table in ARCHITECTURE.md as the rules have them', () => {
    const text = readFileSync('ARCHITECTURE.md', 'utf8').replace(/ +/g, ' ')
    const missing = importRules.filter(
      ({ folder, why }) => !text.includes(`| \`${folder}\` | ${why} |`),
    )
    expect(missing.map(({ folder, why }) => `| \`${folder}\` | ${why} |`)).toEqual([])
  })

  function crossing(isWrong: (from: string, to: string) => boolean) {
    return files.flatMap((file) =>
      (imports.get(file) ?? [])
        .filter(({ name }) => isWrong(file, name))
        .map(({ name }) => `${file} -> ${name}`),
    )
  }

  /** Strongly connected components of more than one file (Tarjan). */
  function cycles(): string[][] {
    const index = new Map<string, number>()
    const low = new Map<string, number>()
    const stack: string[] = []
    const found: string[][] = []
    const visit = (file: string) => {
      index.set(file, index.size)
      low.set(file, index.get(file)!)
      stack.push(file)
      for (const { name } of imports.get(file) ?? []) {
        if (!imports.has(name)) continue
        if (!index.has(name)) visit(name)
        if (stack.includes(name)) low.set(file, Math.min(low.get(file)!, low.get(name)!))
      }
      if (low.get(file) !== index.get(file)) return
      const component = stack.splice(stack.indexOf(file))
      if (component.length > 1) found.push(component.sort())
    }
    for (const file of allFiles) if (!index.has(file)) visit(file)
    return found
  }
})

describe('files', () => {
  it('read request bodies only by http/request-body.ts, which counts their bytes', () => {
    const reads = /\b(req|request|raw)\.(json|text|parseBody|formData|arrayBuffer|blob)\(/
    const wrong = files
      .filter((file) => /^(src|product-api|desk)\//.test(file))
      .filter((file) => reads.test(sourceOf(file)))
    expect(wrong).toEqual([])
  })

  it('in domain use no clock, randomness, network or platform object', () => {
    const wrong = files
      .filter((file) => file.startsWith('domain/'))
      .filter((file) =>
        /Date\.now\(|new Date\(\)|Math\.random|\bfetch\(|crypto\.(?!subtle)/.test(sourceOf(file)),
      )
    expect(wrong).toEqual([])
  })

  it('stand in no folder that collects what belongs nowhere', () => {
    const names = 'libs?|utils?|helpers?|common|shared|services?|types|hooks|components|misc'
    const catchAll = new RegExp(`(^|/)(${names})(/|\\.tsx?$)`)
    expect(files.filter((file) => catchAll.test(file))).toEqual([])
  })

  it('neither are index files nor only re-export', () => {
    const barrels = files.filter((file) => {
      const code = sourceOf(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      return /\/index\.tsx?$/.test(file) || /\bexport\s+(\*|\{[^}]*\})\s+from\b/.test(code)
    })
    expect(barrels).toEqual([])
  })

  it('have at most 300 lines', () => {
    expect(files.filter((file) => sourceOf(file).split('\n').length > 301)).toEqual([])
  })

  it('that run at once declare no constant below their first await, which needs it', () => {
    const late = allFiles
      .filter((file) => /^(tasks|bench)\//.test(file))
      .flatMap((file) => {
        const { statements } = ts.createSourceFile(file, sourceOf(file), ts.ScriptTarget.Latest)
        const first = statements.findIndex(
          (statement) =>
            ts.isExpressionStatement(statement) && ts.isAwaitExpression(statement.expression),
        )
        if (first === -1) return []
        const later = statements.slice(first + 1).filter((statement) => {
          return ts.isVariableStatement(statement) || ts.isClassDeclaration(statement)
        })
        return later.map(
          ({ pos }) =>
            `${file}: ${sourceOf(file)
              .slice(pos, pos + 60)
              .trim()}`,
        )
      })
    expect(late).toEqual([])
  })

  it('of styles end their lines at 100 characters, as eslint checks in scripts', () => {
    const tooLong = globSync('{client,desk,public}/**/*.css').flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.length > 100 ? [`${file}:${index + 1}`] : [])),
    )
    expect(tooLong).toEqual([])
  })

  it('with islands use no useId, whose ids differ between server and browser', () => {
    const wrong = files.filter(
      (file) => file.startsWith('client/islands/') && sourceOf(file).includes('useId'),
    )
    expect(wrong).toEqual([])
  })
})

describe('names', () => {
  it.each(deniedWords)('do not contain the private word "$word"; write $instead', ({ pattern }) => {
    const wrong = allFiles
      .filter((file) => file !== 'tests/denied-words.ts')
      .flatMap((file) =>
        [file, ...checkedText(file).split('\n')].flatMap((line, index) =>
          pattern.test(line) ? [`${file}:${index} ${line.trim()}`] : [],
        ),
      )
    expect(wrong).toEqual([])
  })

  /** The text of a file. The strings of generated questions are prose for aspirants, not code. */
  const checkedText = (file: string) =>
    file.startsWith('authoring/generators/')
      ? sourceOf(file).replace(/`[^`]*`|'[^'\n]*'/g, "''")
      : sourceOf(file)

  it('of payment providers stand only in their folders, the registry and the site’s table', () => {
    const allowed = [
      ...['product-api/payments/providers/', 'domain/payment-providers.ts', 'emulators/'],
      ...['tests/', 'bench/', 'tasks/'],
    ]
    const wrong = allFiles.filter(
      (file) =>
        !allowed.some((prefix) => file.startsWith(prefix)) &&
        /paypal|phonepe/i.test(sourceOf(file)),
    )
    expect(wrong).toEqual([])
  })

  it('of languages stand only in the table of languages and in content', () => {
    const allowed = [
      // The table of languages.
      'domain/locale.ts',
      // Texts by language that are no messages of the interface.
      ...['product-api/identity/message-texts.ts', 'tasks/import-content.ts'],
      ...['product-api/payments/tax/mail-texts.ts', 'domain/gst-states.ts'],
      ...['product-api/privacy/parent-texts.ts', 'product-api/reminders/reminder-texts.ts'],
      ...['authoring/', 'tests/', 'bench/', 'tasks/share-images.ts', 'tasks/bench-hall.ts'],
    ]
    const wrong = allFiles
      .filter((file) => !allowed.some((prefix) => file.startsWith(prefix)))
      .filter((file) => mentionsLanguage(file))
    expect(wrong).toEqual([])
  })

  /** Whether 'kn', 'en' or 'te' is a string or a property name in the file. */
  function mentionsLanguage(file: string): boolean {
    const parsed = ts.createSourceFile(file, sourceOf(file), ts.ScriptTarget.Latest, true)
    let isFound = false
    const visit = (node: ts.Node) => {
      const text =
        ts.isStringLiteralLike(node) || (ts.isIdentifier(node) && isPropertyName(node))
          ? node.text
          : ''
      if (/^(kn|en|te)$/.test(text)) isFound = true
      ts.forEachChild(node, visit)
    }
    visit(parsed)
    return isFound
  }

  const isPropertyName = ({ parent }: ts.Identifier) =>
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyAccessExpression(parent)
})
