import { rmSync } from 'node:fs'
import { loadContent, applyMigrations } from '../../tasks/local-content.ts'
import { seedAccounts } from '../../tasks/local-accounts.ts'
import { startEmulators } from '../../tasks/local-emulators.ts'
import { withLocalDatabase } from '../../tasks/local-database.ts'
import { startWorkers } from '../../tasks/local-workers.ts'
import { inviteOperator } from '../../desk/operators/invitations.ts'
import { enrolOwner } from './desk-owner.ts'
import { startFaultProxy } from './fault-proxy.ts'
import {
  faultProxy,
  deskPort,
  proxiedSitePort,
  faultProxyPort,
  productApiPort,
  sitePort,
  emulatorsPort,
  taggedSiteIds,
  taggedSitePort,
} from './ports.ts'

// Started by playwright.config.ts: the built site and product API with fresh data, a site whose
// product API is behind a proxy that injects faults, and a site with analytics ids.
const state = '.wrangler/test-state'
for (const suffix of ['', '-proxied', '-tagged', '-site'])
  rmSync(state + suffix, { recursive: true, force: true })

const ownerInvitation = await withLocalDatabase(state, async (database) => {
  await applyMigrations(database)
  await loadContent(database, new Date(), () => undefined)
  const owner = { name: 'ಮಾಲೀಕರು', email: null, role: 'owner' } as const
  return inviteOperator(database, owner, null, new Date())
})

await seedAccounts(state)

const quiet = true
const emulators = await startEmulators(emulatorsPort, state, sitePort)
const SESSION_KEYS = 'the-key-of-the-browser-tests-0123456789'
const JWT_SECRETS = 'the-secret-of-the-browser-tests-0123456'
const servers: { stop: () => Promise<unknown> }[] = [
  emulators,
  await startWorkers({
    port: productApiPort,
    only: 'product-api',
    state,
    productApiBindings: {
      JWT_SECRETS,
      ...emulators.bindings.productApi,
      // The polling schedule of payments, in seconds.
      PAYPAL_CHECK_SECONDS: '2 4 8 16 32 64',
      PHONEPE_CHECK_SECONDS: '2 4 8 16 32 64',
    },
    desk: {
      port: deskPort,
      bindings: { DESK_KEYS: 'the-key-of-the-desk-in-browser-tests-0123' },
      cronSeconds: 2,
    },
    quiet,
  }),
]
await enrolOwner(ownerInvitation)
servers.push(
  await startFaultProxy(faultProxyPort, productApiPort),
  await startWorkers({
    port: proxiedSitePort,
    state: `${state}-proxied`,
    bindings: { PRODUCT_API_URL: faultProxy, SESSION_KEYS },
    quiet,
  }),
  await startWorkers({
    port: taggedSitePort,
    state: `${state}-tagged`,
    bindings: {
      PRODUCT_API_URL: `http://127.0.0.1:${productApiPort}`,
      SESSION_KEYS,
      ...emulators.bindings.site,
      ...taggedSiteIds,
    },
    quiet,
  }),
  await startWorkers({
    port: sitePort,
    state: `${state}-site`,
    bindings: {
      PRODUCT_API_URL: `http://127.0.0.1:${productApiPort}`,
      SESSION_KEYS,
      ...emulators.bindings.site,
    },
    quiet,
  }),
)
console.log('servers are ready')
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(
    signal,
    () => void Promise.all(servers.map((server) => server.stop())).then(() => process.exit(0)),
  )
