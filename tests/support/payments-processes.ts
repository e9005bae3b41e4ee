import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync, rmSync } from 'node:fs'
import { accessToken } from '../../product-api/identity/signed-tokens.ts'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { databaseOverBatches, type Database } from '../../product-api/database.ts'
import { prepareCatalogue } from '../../tasks/local-content.ts'
import { emulatorPaymentSettings, startEmulators } from '../../tasks/local-emulators.ts'
import { withLocalDatabase } from '../../tasks/local-database.ts'
import { firstOfFreePorts } from '../../tasks/ports.ts'
import type { AnswerBody, ProviderOrders } from '../emulators/payments.ts'
import { startKillableProductApi } from './killable-product-api.ts'
import { createPayerIntents } from './payer-intents.ts'
import type { ProviderName } from './payment-emulators.ts'
import { observeCall } from './payments-observer.ts'
import {
  dropTriggers,
  sellerSettings,
  simulatedProviders,
  type Simulation,
} from './payments-simulation-data.ts'
import { startProviderProxy, type ProxiedCall } from './provider-proxy.ts'

const JWT_SECRETS = 'the-secret-of-the-killed-processes-01234'

type Processes = Simulation & {
  /** Of the product API. */
  url: string
  pid: () => number
  kills: () => number
  stop: () => Promise<void>
}

type ProcessOptions = {
  /** Probability that the product API is killed at a call of a provider: before the provider has
   *  it, or after, before the answer can be written. */
  killRate?: number
  /** Loads more than the catalogue into the new database. */
  load?: (database: Database) => Promise<unknown>
}

/** The product API and both emulators as real processes: calls go over HTTP, the database is on
 *  disk, the product API is killed with SIGKILL at random calls of providers. Time advances by
 *  moving the stored times back. */
export async function startPaymentProcesses(
  state: string,
  random: () => number,
  { killRate = 0.1, load }: ProcessOptions = {},
): Promise<Processes> {
  await prepareState(state, load)
  const port = await firstOfFreePorts(10)
  const apiPort = port + 9
  // In place of the site. A webhook that a killed process does not answer is sent again.
  const webhooks = await startProviderProxy(
    `http://127.0.0.1:${apiPort}/api/payment-transactions`,
    ({ send }) => send(),
  )
  const emulators = await startEmulators(port, state, webhooks.port)
  const targets = {
    paypal: emulators.urls.paypal.replace('localhost', '127.0.0.1'),
    phonepe: emulators.urls.phonepe.replace('localhost', '127.0.0.1'),
  }
  const current = new AsyncLocalStorage<{ generation: number }>()
  const environment = {
    lossRate: 0,
    db: databaseOverBatches(runBatch),
    intents: createPayerIntents(),
  }
  let mayKill = false
  let events = 0
  let idleAt = 0

  async function handle({ path, headers, body, send }: ProxiedCall): Promise<Response | null> {
    const isKilled = mayKill && random() < killRate
    const isLost = isKilled || random() < environment.lossRate
    const isBefore = random() < 0.3
    if (isLost && isBefore) {
      if (isKilled) await productApi.kill()
      return null
    }
    const answer = await observeCall(environment, { path, headers, body }, idleAt, send)
    if (!isLost) return answer
    if (isKilled) await productApi.kill()
    return null
  }

  const proxies = {
    paypal: await startProviderProxy(targets.paypal, handle),
    phonepe: await startProviderProxy(targets.phonepe, handle),
  }
  const settings = {
    JWT_SECRETS,
    PAYMENT_SECRETS: 'a-payment-secret-of-the-killed-processes',
    ...emulatorPaymentSettings(port),
    PAYPAL_API_URL: proxies.paypal.url,
    PHONEPE_API_URL: `${proxies.phonepe.url}/apis/pg-sandbox`,
    PHONEPE_TOKEN_URL: `${proxies.phonepe.url}/apis/identity-manager`,
    PAYPAL_CHECK_SECONDS: '120 1800',
    PHONEPE_CHECK_SECONDS: '25 60 300',
    ...sellerSettings,
  }
  const productApi = await startKillableProductApi({
    ...{ port: apiPort, state, bindings: settings },
  })

  /** A query of an operator's command dies with the process; one of the test itself is repeated. */
  async function runBatch(statements: Parameters<Parameters<typeof databaseOverBatches>[0]>[0]) {
    let tries = 0
    for (;;) {
      await productApi.whenUp()
      const generation = productApi.kills()
      try {
        return await productApi.runBatch(statements)
      } catch (error) {
        if (productApi.kills() !== generation && !current.getStore()) continue
        if (isIdleSocketClosed(error) && (tries += 1) < 4) continue
        throw error
      }
    }
  }

  const atProvider = (provider: ProviderName, path: string, init?: RequestInit) =>
    fetch(targets[provider] + path, { redirect: 'manual', ...init })

  const simulation: Processes = {
    environment,
    // Its clock stands still: stored times are moved back, those of the providers are not.
    hasReports: false,
    url: productApi.url,
    pid: productApi.pid,
    kills: productApi.kills,
    context: () => ({
      ...configurePayments(settings),
      ...{ db: environment.db, now: () => new Date() },
    }),
    nextEvent: () => (events += 1),
    atProvider,
    providerOrders: async (provider) =>
      (await atProvider(provider, '/orders.json')).json<ProviderOrders>(),

    async call(method, path, { body, user } = {}) {
      await productApi.whenUp()
      const generation = productApi.kills()
      const jwt =
        user === undefined
          ? null
          : await accessToken(
              [JWT_SECRETS],
              { userId: user, sessionId: `session-${user}` },
              new Date(),
            )
      try {
        const answer = await fetch(`${productApi.url}/api/payment-transactions${path}`, {
          method,
          headers: {
            'x-site-host': 'abhyasa.test',
            'content-type': 'application/json',
            ...(jwt !== null && { authorization: `Bearer ${jwt}` }),
          },
          body: body === undefined ? null : JSON.stringify(body),
          signal: AbortSignal.timeout(20_000),
        })
        return { status: answer.status, body: await answer.json<AnswerBody>() }
      } catch (error) {
        if (productApi.kills() === generation) throw error
        return null
      }
    },

    runCron: () => simulation.invoke(productApi.runCron),

    async invoke(work) {
      await productApi.whenUp()
      const generation = productApi.kills()
      try {
        return await current.run({ generation }, work)
      } catch (error) {
        if (productApi.kills() === generation) throw error
        return null
      }
    },

    killAll: () => productApi.kill(),

    // Until no call of a provider is open, four times: a webhook may follow, and its settling.
    async finishBackgroundWork() {
      for (let quiet = 0; quiet < 4;) {
        await productApi.whenUp()
        await new Promise((resolve) => setTimeout(resolve, 12))
        const isQuiet = [...Object.values(proxies), webhooks].every((one) => one.openCalls() === 0)
        quiet = isQuiet ? quiet + 1 : 0
      }
      idleAt = events
    },

    async advanceTime(seconds) {
      for (const provider of simulatedProviders)
        await atProvider(provider, '/clock', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ advanceMs: seconds * 1000 }),
        })
      await environment.db.batch(
        Object.entries(storedTimes).map(([table, columns]) =>
          environment.db
            .prepare(
              `UPDATE ${table} SET ${[
                ...columns.map((one) => `${one} = strftime('%Y-%m-%dT%H:%M:%fZ', ${one}, ?1)`),
                // What is still under way may not write the times back that it has read.
                ...(table === 'payment_transactions' ? ['state_version = state_version + 1'] : []),
              ].join(', ')}`,
            )
            .bind(`-${seconds} seconds`),
        ),
      )
    },

    async startAgain() {
      mayKill = false
      environment.lossRate = 0
      environment.intents = createPayerIntents()
      await simulation.finishBackgroundWork()
      for (const provider of simulatedProviders)
        await atProvider(provider, '/reset', { method: 'POST' })
      mayKill = true
    },

    endFaults() {
      mayKill = false
      environment.lossRate = 0
    },

    async stop() {
      await productApi.stop()
      await Promise.all([...Object.values(proxies), webhooks, emulators].map((one) => one.stop()))
    },
  }
  return simulation
}

/** Migrates a new database and loads the catalogue. On a busy machine an idle connection may be
 *  closed while it is used again; then the database is made once more. */
async function prepareState(state: string, load: ProcessOptions['load']) {
  for (let tries = 1; ; tries += 1)
    try {
      rmSync(state, { recursive: true, force: true })
      mkdirSync(state, { recursive: true })
      return await withLocalDatabase(state, async (database) => {
        await prepareCatalogue(database, new Date())
        await load?.(database)
        await dropTriggers(database)
        await database.prepare('DROP TRIGGER payment_events_are_not_changed').run()
      })
    } catch (error) {
      if (tries === 5 || !isIdleSocketClosed(error)) throw error
    }
}

/** Whether the other side had closed a connection before the request was sent on it. */
const isIdleSocketClosed = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'UND_ERR_SOCKET'

/** All times that the product API compares with its clock. */
const storedTimes = {
  payment_transactions: [
    ...['created_at', 'updated_at', 'provider_expires_at', 'lease_until', 'next_check_at'],
    ...['last_checked_at', 'returned_at', 'paid_at', 'left_at', 'upgrade_until'],
  ],
  payment_events: ['at'],
  refund_requests: ['created_at', 'updated_at', 'next_check_at'],
  referral_transactions: ['available_at', 'created_at'],
  user_subscriptions: ['starts_at', 'ends_at'],
  provider_tokens: ['expires_at'],
}
