import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

// The house as ARCHITECTURE.md draws it: who may import whom, and what is never built.

const roots = ['src', 'rules', 'client', 'product-api', 'emulators', 'tasks', 'bench'].filter(
  existsSync,
)

const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return name === 'paraglide' ? [] : filesBelow(path)
    return /\.tsx?$/.test(name) ? [path] : []
  })

const files = roots.flatMap(filesBelow)

/** Everything a file names in an import, a re-export or a dynamic import; relative ones as paths of the project. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true)
  return importedFiles.map(({ fileName: name }) =>
    name.startsWith('.') ? normalize(join(dirname(file), name)) : name,
  )
}

/** folder -> what its files may import: prefixes of paths, or packages by name. */
const floors: Record<string, readonly string[]> = {
  'rules/': ['rules/', 'ts-fsrs'],
  'src/model/': ['src/model/', 'rules/', 'valibot'],
  'src/api-client/': ['src/api-client/', 'src/model/', 'rules/', 'src/config.ts', 'valibot', 'xss'],
  'src/session/': ['src/session/', 'src/model/', 'src/config.ts', 'valibot', 'hono-sessions'],
  'src/ui/': [
    'src/ui/',
    'src/model/',
    'rules/',
    'src/paraglide/',
    'src/brand.ts',
    'client/islands/',
    'react',
    'virtual:',
  ],
  'src/middleware/': ['src/', 'hono', '@hono/react-renderer', 'react', 'virtual:'],
  'src/routes/': ['src/', 'rules/', 'client/islands/', 'hono', 'react', 'valibot'],
  'client/': [
    ...['client/', 'src/model/', 'src/paraglide/', 'rules/'],
    ...['react', 'react-dom', 'lean-qr', 'virtual:hall-words'],
  ],
  'product-api/': ['product-api/', 'rules/', 'hono', 'valibot', 'qs'],
  'product-api/identity/': ['product-api/', 'hono', 'valibot', 'node:crypto'],
  'product-api/payments/': [
    ...['product-api/', 'rules/', 'hono', 'valibot', 'node:crypto', 'node:zlib'],
  ],
  'authoring/': [
    ...['authoring/', 'domain/phonetic-folding.ts', 'marked', 'temml', 'node:'],
  ],
  'authoring/importers/': [
    'authoring/',
    ...['csv-parse', 'gift-pegjs', 'html-to-text', 'read-excel-file', 'sax', 'valibot', 'node:'],
  ],
  'emulators/': ['emulators/', 'hono', 'valibot', 'node:'],
}

/** What a wide permission above still leaves out. */
const never: Record<string, readonly string[]> = {
  'src/middleware/': ['src/routes/', 'src/worker.tsx'],
  'src/routes/': ['src/worker.tsx', 'react-dom', 'src/paraglide/'],
  'client/': ['src/model/forms', 'domain/feedback.ts'],
}

const startsWithOneOf = (name: string, starts: readonly string[]) =>
  starts.some(
    (start) =>
      name === start ||
      name.startsWith(start.endsWith('/') || start.endsWith(':') ? start : `${start}/`),
  )

/** The floor that a file stands on: the narrowest of those that hold it. */
const floorOf = (file: string) =>
  Object.keys(floors)
    .filter((folder) => file.startsWith(folder))
    .sort((one, other) => other.length - one.length)[0]

describe('the house', () => {
  it.each(Object.keys(floors))('%s imports only what stands below it', (folder) => {
    const wrong = files
      .filter((file) => floorOf(file) === folder)
      .flatMap((file) =>
        importsOf(file)
          .filter(
            (name) =>
              !startsWithOneOf(name, floors[folder]!) || startsWithOneOf(name, never[folder] ?? []),
          )
          .map((name) => `${file} -> ${name}`),
      )
    expect(wrong).toEqual([])
  })

  it('no area of routes imports another', () => {
    const areaOf = (path: string) => /^src\/routes\/([^/]+)\//.exec(path)?.[1]
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => areaOf(file) && areaOf(name) && areaOf(file) !== areaOf(name))
        .map((name) => `${file} -> ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('what we know and what we show never see each other, and neither do the two workers', () => {
    const pairs = [
      ['src/api-client/', 'src/ui/'],
      ['src/api-client/', 'src/session/'],
      ['src/session/', 'src/api-client/'],
      ['src/', 'product-api/'],
      ['client/', 'product-api/'],
      ['product-api/', 'src/'],
    ] as const
    const wrong = pairs.flatMap(([from, to]) =>
      files
        .filter((file) => file.startsWith(from))
        .flatMap((file) =>
          importsOf(file)
            .filter((name) => name.startsWith(to))
            .map((name) => `${file} -> ${name}`),
        ),
    )
    expect(wrong).toEqual([])
  })

  it('the model knows neither clock, chance nor the network', () => {
    const wrong = files
      .filter((file) => /^(src\/model|rules)\//.test(file))
      .filter((file) =>
        /Date\.now\(|new Date\(\)|Math\.random|\bfetch\(|crypto\./.test(readFileSync(file, 'utf8')),
      )
    expect(wrong).toEqual([])
  })

  it('has no drawer: none of the folders and files that collect what belongs nowhere', () => {
    const drawers =
      /(^|\/)(lib|libs|utils?|helpers?|common|shared|services?|types|hooks|components|misc)(\/|\.tsx?$)/
    expect(files.filter((file) => drawers.test(file))).toEqual([])
  })

  it('has no barrel: no index file, and none that only hands on', () => {
    const barrels = files.filter((file) => {
      const source = readFileSync(file, 'utf8')
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        .trim()
      return /\/index\.tsx?$/.test(file) || /\bexport\s+(\*|\{[^}]*\})\s+from\b/.test(source)
    })
    expect(barrels).toEqual([])
  })

  it('an island renders the same on both sides: it uses no ids that React makes', () => {
    const wrong = files.filter(
      (file) => file.startsWith('client/islands/') && readFileSync(file, 'utf8').includes('useId'),
    )
    expect(wrong).toEqual([])
  })

  it('a file is one room: none is longer than 300 lines', () => {
    const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 300)
    expect(long).toEqual([])
  })
})
