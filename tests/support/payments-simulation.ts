import { AsyncLocalStorage } from 'node:async_hooks'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { Database } from '../../product-api/database.ts'
import paypal from '../../emulators/paypal/paypal.ts'
import phonepe from '../../emulators/phonepe/phonepe.ts'
import { accessToken } from '../../product-api/identity/signed-tokens.ts'
import { forgetTokens } from '../../product-api/payments/providers/access-tokens.ts'
import worker from '../../product-api/worker.ts'
import { settings } from '../emulators/identity.ts'
import {
  providerSettings,
  emulatorBindings,
  timedOut,
  type Answer,
  type AnswerBody,
  type ProviderOrders,
  type ProviderName,
} from '../emulators/payments.ts'

/** Chance that can be repeated: the same seed, the same numbers from 0 to 1. */
export function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What a request lives in: whoever is killed never gets an answer from the database or from the
 *  network again. */
type Life = { isAlive: boolean; dead: Promise<void>; kill: () => void }

const emulators = { paypal, phonepe }

/** Everything around the product API, for one model run: its requests, which may meet anywhere and
 *  die anywhere; the emulators; the wire, which may lose what goes over it; the clock. */
export function createSimulation(chance: () => number) {
  const lives = new AsyncLocalStorage<Life>()
  const living = new Set<Life>()
  const behind = new Set<Promise<unknown>>()
  const world = {
    /** How often a call to a provider is lost: before it arrives, or on the way back. */
    lossy: 0,
    db: env as unknown as Database,
  }

  /** Where requests meet: anybody may go ahead here, and the dead stop. */
  async function gate() {
    const life = lives.getStore()
    if (chance() < 0.15) await new Promise((done) => setTimeout(done, 0))
    else for (let step = chance() * 4; step > 1; step -= 1) await Promise.resolve()
    if (life && !life.isAlive) await new Promise(() => undefined)
  }

  const context = () =>
    ({
      waitUntil: (work: Promise<unknown>) => {
        const life = lives.getStore()
        keep(life ? Promise.race([work, life.dead]) : work)
      },
      passThroughOnException: () => undefined,
      props: {},
    }) as unknown as ExecutionContext

  function keep(work: Promise<unknown>) {
    const kept = work.finally(() => behind.delete(kept))
    behind.add(kept)
  }

  /** One invocation of the worker; null where it was killed before it answered. */
  async function invoke<Value>(work: () => Promise<Value>): Promise<Value | null> {
    const { promise: dead, resolve } = Promise.withResolvers<undefined>()
    const life: Life = {
      isAlive: true,
      dead,
      kill: () => {
        life.isAlive = false
        resolve(undefined)
      },
    }
    living.add(life)
    try {
      return await lives.run(life, () => Promise.race([work(), dead.then(() => null)]))
    } finally {
      living.delete(life)
    }
  }

  const productApi = (request: Request): Promise<Response | null> =>
    invoke(async () => worker.fetch(request, { ...env, DB: world.db }, context()))

  const atProvider = async (request: Request): Promise<Response> => {
    const name = new URL(request.url).hostname.split('.')[0] as ProviderName
    return lives.exit(() => emulators[name].fetch(request, emulatorBindings, context()))
  }

  async function network(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init && { ...init, signal: null })
    const { hostname, pathname } = new URL(request.url)
    if (hostname === '127.0.0.1') {
      const { method, headers } = request
      const body = await request.arrayBuffer()
      const url = `http://product-api/api/payment-transactions${pathname}`
      const answer = await lives.exit(() => productApi(new Request(url, { method, headers, body })))
      return answer ?? new Response(null, { status: 502 })
    }
    await gate()
    if (chance() < world.lossy) throw timedOut()
    const answer = await atProvider(request)
    if (chance() < world.lossy) throw timedOut()
    await gate()
    return answer
  }

  // Fewer looks on the way to the end of an order; which there are is another test's matter.
  Object.assign(settings, providerSettings, {
    PHONEPE_CHECK_SECONDS: '25 60 300',
    PAYPAL_CHECK_SECONDS: '120 1800',
  })
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.spyOn(globalThis, 'fetch').mockImplementation(network)

  return {
    world,
    gate,
    atProvider: (provider: ProviderName, path: string, init?: RequestInit) =>
      atProvider(new Request(`https://${provider}.test${path}`, init)),

    async books(provider: ProviderName): Promise<ProviderOrders> {
      return (await atProvider(new Request(`https://${provider}.test/orders.json`))).json()
    },

    /** A call of the site in a member's name; null where the worker died over it. */
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

    strike: () =>
      invoke(async () => {
        worker.scheduled({} as never, { ...env, DB: world.db }, context())
        await Promise.resolve()
      }),

    /** Work of the operator's own, in a process of its own. */
    invoke,

    /** All that runs at this moment dies where it stands, and nothing is left in memory. */
    restart() {
      for (const life of living) life.kill()
      living.clear()
      forgetTokens()
    },

    /** Until nothing is done any more behind anybody's back. */
    async calm() {
      while (behind.size > 0) await Promise.all(behind)
    },

    passTime: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000),
  }
}

export type Simulation = ReturnType<typeof createSimulation>
