import { it, vi } from 'vitest'
import { openWire } from '../emulators/identity.ts'
import { newGuest, shortPaper } from '../support/attempts.ts'
import { ask, database } from '../support/product-api.ts'
const run = async (what: string, work: () => Promise<unknown>, n = 4) => {
  for (let b = 0; b < n; b++) { const t = performance.now(); for (let i = 0; i < 40; i++) await work(); console.log('GROW', what, Math.round((performance.now() - t) / 40 * 10) / 10) }
}
it('grows plain', { timeout: 300_000 }, async () => {
  await run('locales', async () => (await ask('/api/i18n/locales')).text(), 6)
})
it('grows in another test', { timeout: 300_000 }, async () => {
  await run('locales', async () => (await ask('/api/i18n/locales')).text(), 3)
  openWire()
  await run('locales wired', async () => (await ask('/api/i18n/locales')).text(), 3)
  const guest = await newGuest()
  const { data: attempt } = await guest.start({ test: shortPaper })
  await run('locales with jwt', async () => (await ask('/api/i18n/locales', {headers: {authorization: `Bearer ${guest.jwt}`}})).text(), 3)
  await run('attempt', async () => (await ask('/api/user-test-progresses/' + attempt.id, {headers: {authorization: `Bearer ${guest.jwt}`}})).text(), 3)
  await run('db', () => database().batch([database().prepare('SELECT 1'), database().prepare('SELECT count(*) FROM attempt_events')]))
})
it('third', { timeout: 300_000 }, async () => {
  await run('locales', async () => (await ask('/api/i18n/locales')).text(), 3)
})
