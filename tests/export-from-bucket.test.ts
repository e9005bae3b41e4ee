import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { objectKey, storedFileOf } from '../authoring/publishing/content-bucket.ts'
import { manifestText } from '../authoring/publishing/export-manifest.ts'
import { compatibilityDate, contentBucketName, sharedOptions } from '../tasks/local-workers.ts'

// The command that fetches what the desk has saved, from the local bucket and by Cloudflare's API.

const account = '0123456789abcdef0123456789abcdef'
const content = new TextEncoder().encode('page: terms\n')
const file = storedFileOf({ path: 'pages/terms.txt', version: '1', updatedAt: null }, content)
const objects = new Map<string, Uint8Array | string>([
  ['manifest.json', manifestText([file])],
  ['manifests/2026-11-20.json', manifestText([file])],
  [objectKey(file), content],
])

let root = ''
let api: Server
const requests: { path: string; authorization: string }[] = []
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'abhyasa-from-bucket-'))
  api = createServer(({ url = '', headers }, answer) => {
    requests.push({ path: url, authorization: headers.authorization ?? '' })
    const prefix = `/accounts/${account}/r2/buckets/${contentBucketName}/objects/`
    const object = url.startsWith(prefix) && objects.get(decodeURI(url.slice(prefix.length)))
    answer.writeHead(object ? 200 : 404).end(object || '')
  })
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done))
  const workers = new Miniflare(
    convertV4MiniflareOptions({
      ...sharedOptions(join(root, 'state'), true),
      compatibilityDate,
      modules: true,
      script: 'export default { fetch: () => new Response() }',
      r2Buckets: { CONTENT_BUCKET: contentBucketName },
    }),
  )
  const bucket = await workers.getR2Bucket('CONTENT_BUCKET')
  for (const [key, value] of objects) await bucket.put(key, value)
  await workers.dispose()
}, 60_000)
afterAll(async () => {
  api.close()
  await rm(root, { recursive: true })
})

const run = (folder: string, ...args: string[]) =>
  new Promise<{ status: number; printed: string }>((done) =>
    execFile(
      process.execPath,
      ['tasks/export-content.ts', join(root, folder), '--from-bucket', ...args],
      {
        env: {
          ...process.env,
          CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
          CLOUDFLARE_API_TOKEN: 'the-token',
          CLOUDFLARE_ACCOUNT_ID: account,
        },
      },
      (error, out, errors) =>
        done({ status: error ? Number(error.code) : 0, printed: out + errors }),
    ),
  )

it('fetches the newest export of the local bucket', async () => {
  const { status, printed } = await run('local', '--state', join(root, 'state'))
  expect([status, printed]).toEqual([0, expect.stringContaining('1 files in')])
  expect(await readFile(join(root, 'local/pages/terms.txt'), 'utf8')).toBe('page: terms\n')
  expect((await readdir(join(root, 'local'))).sort()).toEqual(['manifest.json', 'pages'])
}, 60_000)

it('fetches the export of a night by Cloudflare’s API', async () => {
  const { status, printed } = await run('remote', '--remote', '--night', '2026-11-22')
  expect([status, printed]).toEqual([0, expect.stringContaining('1 written')])
  expect(await readFile(join(root, 'remote/pages/terms.txt'), 'utf8')).toBe('page: terms\n')
  expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer the-token']),
  )
}, 60_000)

it('says that there is no export of a night, and ends with status 1', async () => {
  const { status, printed } = await run('none', '--remote', '--night', '2026-11-19')
  expect([status, printed]).toEqual([
    1,
    expect.stringContaining('The export is not complete: the bucket has no export of 2026-11-19.'),
  ])
}, 60_000)
