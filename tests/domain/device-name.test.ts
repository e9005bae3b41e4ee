import { expect, it } from 'vitest'
import { deviceName } from '../../domain/device-name.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/130.0.0.0 Mobile Safari/537.36`, 1],
  [`Mozilla/5.0 (Linux; Android 10; Redmi 9A) ${webKit} Chrome/99.0 Mobile Safari/537.36`, 2],
  [`Mozilla/5.0 (Linux; Android 14; K; wv) ${webKit} Version/4.0 Chrome/130.0 Mobile`, 1],
  [`Mozilla/5.0 (Linux; Android 9; SM-J600G Build/PPR1; wv) ${webKit} Chrome/90.0 Mobile`, 3],
  [`Mozilla/5.0 (Linux; Android 13; K) ${webKit} SamsungBrowser/23.0 Chrome/115.0 Mobile`, 4],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/130.0 Safari/537.36 Edg/130.0`, 5],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 6],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0', 7],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 8],
  ['okhttp/4.12', 0],
  ['', 0],
])('%s has a name that its owner knows', (userAgent, index) => {
  const names = [
    ...['', 'Android, Chrome', 'Redmi 9A, Chrome', 'SM-J600G, Chrome', 'Android, Samsung Internet'],
    ...['Windows, Edge', 'iPhone, Safari', 'Mac, Firefox', 'Linux, Firefox'],
  ]
  expect(deviceName(userAgent)).toBe(names[index])
})

it('takes no time for a text that is no user agent', () => {
  const startedAt = performance.now()
  for (const text of ['Android 1; '.repeat(20_000), `Android 1; ${'( '.repeat(20_000)}`])
    expect(deviceName(text)).toBe('Android')
  expect(performance.now() - startedAt).toBeLessThan(2000)
})
