import type { Browser } from './reader.ts'
import { origin } from './site.ts'

/** The requests and decisions of next-auth 4.24's browser client (its react/index.js and
 *  client/_utils.js), which the site has to serve unchanged. The package itself is no dependency of
 *  this project. Where the client logs, `errors` collects. */

type Session = Record<string, unknown>
type Provider = { id: string; type: string; signinUrl: string; callbackUrl: string }
type Message = { event: string; data?: { trigger?: string } }
type Event = 'storage' | 'visibilitychange' | 'poll'
export type SignInResult = { error: string | null; status: number; ok: boolean; url: string | null }

/** localStorage of one browser: a write tells all other tabs, if it changes the value. */
export function newTabs() {
  const listeners = new Map<symbol, (value: string) => void>()
  let stored: string | null = null
  return {
    join(onMessage: (message: Message) => void) {
      const tab = Symbol()
      listeners.set(tab, (value) => onMessage(JSON.parse(value) as Message))
      return (message: Message) => {
        const value = JSON.stringify({ ...message, timestamp: Math.floor(Date.now() / 1000) })
        if (value === stored) return
        stored = value
        for (const [other, listener] of listeners) if (other !== tab) listener(value)
      }
    },
  }
}

const base = '/api/auth'

/** One tab with a SessionProvider around useSession. `mount` is its first effect. */
export function newNextAuthTab(browser: Browser, tabs: ReturnType<typeof newTabs>) {
  const errors: unknown[] = []
  let session: Session | null | undefined
  let isLoading = true
  let href = `${origin()}/account`
  let lastSync = 0
  let pending: Promise<unknown> = Promise.resolve()
  const post = tabs.join(({ event, data }) => {
    if (event === 'session' && data) pending = syncSession('storage')
  })

  async function fetchData<Data extends object>(path: string, body?: object): Promise<Data | null> {
    try {
      const headers = { 'content-type': 'application/json' }
      const sent = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers }
      const response = await browser.go(`${base}/${path}`, sent)
      const data = await response.json<Data>()
      // The client throws the body itself.
      // eslint-disable-next-line @typescript-eslint/only-throw-error
      if (!response.ok) throw data
      return Object.keys(data).length > 0 ? data : null
    } catch (error) {
      errors.push(['CLIENT_FETCH_ERROR', path, error])
      return null
    }
  }

  async function getSession({ isBroadcast = true } = {}) {
    const found = await fetchData<Session>('session')
    if (isBroadcast) post({ event: 'session', data: { trigger: 'getSession' } })
    return found
  }
  const getProviders = () => fetchData<Record<string, Provider>>('providers')
  const getCsrfToken = async () => (await fetchData<{ csrfToken: string }>('csrf'))?.csrfToken

  async function syncSession(event?: Event) {
    const now = Math.floor(Date.now() / 1000)
    if (event === 'storage' || session === undefined) {
      lastSync = now
      session = await getSession({ isBroadcast: event !== 'storage' })
    } else if (event && session !== null && now >= lastSync) {
      lastSync = now
      session = await getSession()
    }
    isLoading = false
  }

  const postForm = (path: string, fields: Record<string, unknown>) =>
    browser.go(`${base}/${path}`, {
      method: 'post',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: origin() },
      body: new URLSearchParams(fields as Record<string, string>),
    })

  async function signIn(
    provider?: string,
    options: Record<string, unknown> = {},
    authorization?: Record<string, string>,
  ): Promise<SignInResult | undefined> {
    const { callbackUrl = href, redirect = true } = options
    const providers = await getProviders()
    if (!providers) return void (href = `${origin()}${base}/error`)
    const chosen = provider === undefined ? undefined : providers[provider]
    if (!chosen) {
      const query = new URLSearchParams({ callbackUrl: String(callbackUrl) })
      return void (href = `${origin()}${base}/signin?${query}`)
    }
    const isCredentials = chosen.type === 'credentials'
    const query = authorization ? `?${new URLSearchParams(authorization)}` : ''
    const path = `${isCredentials ? 'callback' : 'signin'}/${chosen.id}${query}`
    const response = await postForm(path, {
      ...{ ...options, csrfToken: await getCsrfToken(), callbackUrl, json: true },
    })
    const data = await response.json<{ url?: string }>()
    if (redirect || !isCredentials) return void (href = data.url ?? String(callbackUrl))
    // The client throws where the address is not absolute.
    const error = new URL(data.url ?? '').searchParams.get('error')
    if (response.ok) await syncSession('storage')
    const { ok, status } = response
    return { error, status, ok, url: error ? null : (data.url ?? null) }
  }

  async function signOut({ callbackUrl = href, redirect = true } = {}) {
    const fields = { csrfToken: await getCsrfToken(), callbackUrl, json: true }
    const data = await (await postForm('signout', fields)).json<{ url?: string }>()
    post({ event: 'session', data: { trigger: 'signout' } })
    if (redirect) return void (href = data.url ?? callbackUrl)
    await syncSession('storage')
    return data
  }

  async function update(data?: unknown) {
    if (isLoading || !session) return undefined
    const changed = await fetchData<Session>('session', { csrfToken: await getCsrfToken(), data })
    if (changed) {
      session = changed
      post({ event: 'session', data: { trigger: 'getSession' } })
    }
    return changed
  }

  return {
    ...{ getSession, getProviders, getCsrfToken, signIn, signOut, update, errors },
    mount: () => syncSession(),
    focus: () => syncSession('visibilitychange'),
    /** When what another tab said has been acted upon. */
    settled: async (): Promise<void> => {
      await pending
    },
    /** What useSession returns. */
    useSession: () =>
      isLoading
        ? { data: undefined, status: 'loading' }
        : { data: session ?? null, status: session ? 'authenticated' : 'unauthenticated' },
    get href() {
      return href
    },
  }
}
