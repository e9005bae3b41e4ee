import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { projectFiles } from '../tasks/strapi-schema/project-files.ts'
import { schemaRows } from '../tasks/strapi-schema/schema-table.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strapi-'))
  writeFileSync(join(folder, 'package.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true }))

const run = (...args: string[]) =>
  execFileSync(process.execPath, ['tasks/strapi-schema.ts', folder, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

it('the README has the table of types as the command writes them', () => {
  const readme = readFileSync('README.md', 'utf8')
  for (const row of schemaRows()) expect(readme).toContain(row)
})

it('writes the files of a Strapi project, and says what is set by hand', () => {
  const printed = run()
  for (const [path, text] of projectFiles())
    expect(readFileSync(join(folder, path), 'utf8')).toBe(text)
  expect(printed).toMatch(/practice-test: find[\s\S]*feedback: create[\s\S]*allowedFields/)
})

it('replaces a file with other content only if it is told to', () => {
  const path = join(folder, 'src/api/page/content-types/page/schema.json')
  run()
  writeFileSync(path, '{"attributes":{}}')
  expect(() => run()).toThrow(/Nothing is written[\s\S]*page\/schema\.json/)
  expect(readFileSync(path, 'utf8')).toBe('{"attributes":{}}')
  run('--replace')
  expect(readFileSync(path, 'utf8')).toContain('"pluralName": "pages"')
})

it('keeps what has its own value in each language apart from what has not', () => {
  const schema = JSON.parse(
    projectFiles().get('src/api/practice-test/content-types/practice-test/schema.json') ?? '',
  ) as { attributes: Record<string, { pluginOptions?: { i18n: { localized: boolean } } }> }
  const isLocalized = (name: string) => schema.attributes[name]?.pluginOptions?.i18n.localized
  expect([isLocalized('title'), isLocalized('questions'), isLocalized('slug')]).toEqual([
    ...[true, true, false],
  ])
  expect(isLocalized('category')).toBeUndefined()
})
