import { readdirSync, readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { locales } from '../../domain/locale.ts'
import { expect, test } from '../support/page.ts'
import { sitePort } from '../support/ports.ts'

// Browsers send Accept-Encoding themselves, so these requests are made without one. Miniflare
// answers a list of encodings with its first, which for Chromium is gzip.

const large = readdirSync('dist/client/assets').filter((file) => file.endsWith('.js.br'))

const read = (file: string) => readFileSync(`dist/client/assets/${file}`, 'latin1')
const decompressed = (file: string) =>
  brotliDecompressSync(readFileSync(`dist/client/assets/${file}`)).toString('latin1')

async function fetchScript(file: string, accepted: string) {
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const options = {
      ...{ host: '127.0.0.1', port: sitePort, path: `/assets/${file}` },
      headers: { 'accept-encoding': accepted },
    }
    get(options, done).on('error', fail)
  })
  response.setEncoding('latin1')
  let body = ''
  for await (const part of response) body += part as string
  return { status: response.statusCode, headers: response.headers, body }
}

test('a large script, or one of the hall, is sent as the build compressed it', async () => {
  // React, the hall, its QR pictures, what it shares with flash cards, its messages.
  expect(large).toHaveLength(4 + locales.length)
  for (const file of large) {
    const script = file.replace(/\.br$/, '')
    const source = read(script)
    const compressed = await fetchScript(script, 'br')
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
    expect(compressed.body).toBe(read(file))
    expect(decompressed(file)).toBe(source)

    const plain = await fetchScript(script, 'identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body).toBe(source)
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})

test('an unknown script is not found', async () => {
  expect((await fetchScript('react-unknown.js', 'br')).status).toBe(404)
})
