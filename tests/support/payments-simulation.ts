import { AsyncLocalStorage } from 'node:async_hooks'
import { env } from 'cloudflare:workers'
import type { ApiEnv } from '../../product-api/env.ts'
import { vi } from 'vitest'
import type { Database } from '../../product-api/database.ts'
import { accessToken } from '../../product-api/identity/signed-tokens.ts'
import { forgetCounts } from '../../product-api/limits/counters.ts'
import { configurePayments } from '../../product-api/payments/configure-payments.ts'
import { forgetTokens } from '../../product-api/payments/providers/access-tokens.ts'
import { runScheduled, runScheduledPayments } from '../../product-api/scheduled.ts'
import worker from '../../product-api/worker.ts'
import { settings } from '../emulators/identity.ts'
import { createPayerIntents } from './payer-intents.ts'
import {
  providerSettings,
  timedOut,
  type Answer,
  type AnswerBody,
  type ProviderOrders,
} from '../emulators/payments.ts'
import { fetchFromPaymentEmulator, type ProviderName } from './payment-emulators.ts'
import { observeCall } from './payments-observer.ts'
import { sellerSettings, type Simulation } from './payments-simulation-data.ts'
import { createSimulatedClocks } from './simulated-clocks.ts'

/** One invocation of the Worker. After `kill` it receives nothing more from the database or the
 *  network, as when the platform stops an isolate. */
type Invocation = {
  isAlive: boolean
  /** Counts the events of the simulation, because its clock stands still between steps. */
  startedAt: number
  killed: Promise<void>
  kill: () => void
}

type FastSimulation = Simulation & {
  environment: { db: Database }
  /** Lets other invocations continue for a random time, and never returns to a killed one. */
  yieldToOthers: () => Promise<void>
}

/** Simulates the environment of the product API: concurrent invocations that interleave at random
 *  and can be killed at any await of the database or the network, the emulators, a network that
 *  loses calls, and the clock. `random`: returns numbers from 0 to below 1. */
export function createSimulation(random: () => number): FastSimulation {
  const currentInvocation = new AsyncLocalStorage<Invocation>()
  const runningInvocations = new Set<Invocation>()
  const backgroundWork = new Set<Promise<unknown>>()
  const environment = {
    /** Share of calls to providers that are lost, as requests or as responses. */
    lossRate: 0,
    db: env as unknown as Database,
    intents: createPayerIntents(),
  }
  let events = 0
  const startedMs = Date.now()

  /** Lets other invocations continue for a random time, and never returns to a killed one. */
  async function yieldToOthers() {
    const invocation = currentInvocation.getStore()
    if (random() < 0.15) await new Promise((resolve) => setTimeout(resolve, 0))
    else for (let turns = random() * 4; turns > 1; turns -= 1) await Promise.resolve()
    if (invocation && !invocation.isAlive) await new Promise(() => undefined)
  }

  const context = () =>
    ({
      waitUntil: (work: Promise<unknown>) => {
        const invocation = currentInvocation.getStore()
        addBackgroundWork(invocation ? Promise.race([work, invocation.killed]) : work)
      },
      passThroughOnException: () => undefined,
      props: {},
    }) as unknown as ExecutionContext

  function addBackgroundWork(work: Promise<unknown>) {
    const tracked = work.finally(() => backgroundWork.delete(tracked))
    backgroundWork.add(tracked)
  }

  /** Runs work as one invocation. Returns null where it was killed before its end. */
  async function invoke<Value>(work: () => Promise<Value>): Promise<Value | null> {
    const { promise: killed, resolve } = Promise.withResolvers<undefined>()
    const invocation: Invocation = {
      isAlive: true,
      startedAt: (events += 1),
      killed,
      kill: () => {
        invocation.isAlive = false
        resolve(undefined)
      },
    }
    runningInvocations.add(invocation)
    try {
      return await currentInvocation.run(invocation, () =>
        Promise.race([work(), killed.then(() => null)]),
      )
    } finally {
      runningInvocations.delete(invocation)
    }
  }

  const clocks = createSimulatedClocks(() => simulation.context(), invoke)
  /** Most histories have clocks; in the others the cron trigger asks about all orders. */
  let hasClocks = true
  const bindings = () => ({
    ...(env as unknown as ApiEnv['Bindings']),
    DB: environment.db,
    PAYMENT_CLOCKS: hasClocks ? clocks.namespace : undefined,
  })

  const productApi = (request: Request): Promise<Response | null> =>
    invoke(async () => worker.fetch(request, bindings(), context()))

  const atProvider = (request: Request): Promise<Response> =>
    currentInvocation.exit(() => fetchFromPaymentEmulator(request, context()))

  async function network(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init && { ...init, signal: null })
    const { hostname, pathname } = new URL(request.url)
    if (hostname === '127.0.0.1') {
      const { method, headers } = request
      const body = await request.arrayBuffer()
      const url = `http://product-api/api/payment-transactions${pathname}`
      const answer = await currentInvocation.exit(() =>
        productApi(new Request(url, { method, headers, body })),
      )
      return answer ?? new Response(null, { status: 502 })
    }
    await yieldToOthers()
    if (random() < environment.lossRate) throw timedOut()
    const { headers } = request
    const body = () => request.clone().text()
    const startedAt = currentInvocation.getStore()?.startedAt ?? 0
    const answer = await observeCall(
      environment,
      { path: pathname, headers, body },
      startedAt,
      () => atProvider(request),
    )
    if (random() < environment.lossRate) throw timedOut()
    await yieldToOthers()
    return answer
  }

  // Short polling schedules, because each status check costs time; payments-settings.test.ts tests
  // the real ones.
  Object.assign(settings, providerSettings, {
    PHONEPE_CHECK_SECONDS: '25 60 300',
    PAYPAL_CHECK_SECONDS: '120 1800',
    ...sellerSettings,
  })
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.spyOn(globalThis, 'fetch').mockImplementation(network)

  const simulation: FastSimulation = {
    environment,
    hasReports: true,
    yieldToOthers,
    // The clock is turned back, because sessions end when it advances.
    startAgain() {
      forgetCounts()
      void this.killAll()
      clocks.forget()
      hasClocks = random() < 0.7
      environment.intents = createPayerIntents()
      vi.setSystemTime(startedMs)
    },

    endFaults() {
      environment.lossRate = 0
    },

    context: () => ({
      db: environment.db,
      ...configurePayments(settings),
      now: () => new Date(),
    }),

    /** The number of the next event; invocations that begin later have higher ones. */
    nextEvent: () => (events += 1),
    atProvider: (provider: ProviderName, path: string, init?: RequestInit) =>
      atProvider(new Request(`https://${provider}.test${path}`, init)),

    async providerOrders(provider: ProviderName): Promise<ProviderOrders> {
      return (await atProvider(new Request(`https://${provider}.test/orders.json`))).json()
    },

    /** A call of the site for a member; null where the invocation was killed. */
    async call(
      method: string,
      path: string,
      { body, user }: { body?: unknown; user?: number } = {},
    ): Promise<Pick<Answer, 'status' | 'body'> | null> {
      const jwt =
        user === undefined
          ? null
          : await accessToken(
              [providerSettings.JWT_SECRETS],
              { userId: user, sessionId: `session-${user}` },
              new Date(),
            )
      const answer = await productApi(
        new Request(`http://product-api/api/payment-transactions${path}`, {
          method,
          headers: {
            'x-site-host': 'abhyasa.test',
            'content-type': 'application/json',
            ...(jwt !== null && { authorization: `Bearer ${jwt}` }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      )
      return answer && { status: answer.status, body: await answer.json<AnswerBody>() }
    },

    runCron: () => {
      addBackgroundWork(clocks.runDueAlarms())
      return invoke(async () => {
        // The sweeps of all other tables take most of the time.
        const run = random() < 0.1 ? runScheduled : runScheduledPayments
        run(bindings(), context())
        await Promise.resolve()
      })
    },

    invoke,

    /** Kills all running invocations and loses what the product API has in memory. */
    killAll() {
      for (const invocation of runningInvocations) invocation.kill()
      runningInvocations.clear()
      clocks.kill()
      forgetTokens()
    },

    /** Waits for everything that was passed to `waitUntil`. */
    async finishBackgroundWork() {
      while (backgroundWork.size > 0) await Promise.all(backgroundWork)
    },

    advanceTime: (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000),
  }
  return simulation
}
