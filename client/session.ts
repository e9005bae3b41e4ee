/** What the page of a signed-in reader does about the session: asks again when the page is looked at, hears of other tabs, says when it is over.
 *  Loaded only where somebody is signed in, or when another tab has something to say. */

/** next-auth's own message, which clients of it in other tabs know. */
const messageKey = 'nextauth.message'
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : null
const signOutAfterMs = 1000

type SessionAnswer = { user?: { id: number }; error?: string }

const isSignedIn = () => document.documentElement.dataset.session !== undefined

/** Also called on a visitor's page when another tab has a message: perhaps somebody signed in there. */
export function watchSession() {
  const over = document.querySelector<HTMLElement>('[data-session-over]')
  if (over) {
    end(over.dataset.sessionOver === 'elsewhere')
    return
  }
  if (!isSignedIn()) return void compare()
  channel?.addEventListener('message', () => void compare())
  addEventListener('storage', ({ key }) => {
    if (key === messageKey) void compare()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void compare()
  })
  document.addEventListener('submit', ({ target }) => {
    // The other tabs ask when the form has had the time to arrive.
    if (target instanceof HTMLFormElement && 'signOut' in target.dataset)
      addEventListener('pagehide', () => {
        forget()
        tell('signout')
      })
  })
  announceSignIn()
}

/** Asks who is signed in. A failed answer says nothing: an outage signs nobody out. */
async function compare() {
  const answer = await askSession()
  if (answer === null) return
  if (answer.error) show(answer.error)
  else if (Boolean(answer.user) !== isSignedIn()) location.reload()
}

async function askSession(): Promise<SessionAnswer | null> {
  try {
    const response = await fetch('/api/auth/session')
    return response.ok ? await response.json<SessionAnswer>() : null
  } catch {
    return null
  }
}

/** The first page after signing in tells the other tabs. */
function announceSignIn() {
  const mark = document.documentElement.dataset.session ?? ''
  try {
    if (localStorage.getItem('signed-in') === mark) return
    localStorage.setItem('signed-in', mark)
    tell('getSession')
  } catch {
    // Without storage there is nothing by which other tabs could hear.
  }
}

/** Seconds in the message would make two within one second the same, which no tab would hear; hence the fraction. */
function tell(trigger: 'signout' | 'getSession') {
  const message = { event: 'session', data: { trigger }, timestamp: Date.now() / 1000 }
  channel?.postMessage(message)
  try {
    localStorage.setItem(messageKey, JSON.stringify(message))
  } catch {
    // The channel has told those who listen to it.
  }
}

/** What is stored of the account. Answers that have not been sent yet are not: they stay. */
function forget() {
  try {
    for (const name of ['signed-in', 'authorization', 'token']) localStorage.removeItem(name)
  } catch {
    // Where nothing can be stored, nothing is.
  }
}

function show(error: string) {
  const isElsewhere = error === 'SignedInElsewhere'
  const kind = isElsewhere ? 'elsewhere' : 'expired'
  const templates = document.querySelector<HTMLTemplateElement>('[data-session-templates]')
  const notice = templates?.content.querySelector(`[data-session-over="${kind}"]`)
  if (document.querySelector(`[data-session-over="${kind}"]`)) return
  if (notice) document.body.appendChild(document.importNode(notice, true))
  end(isElsewhere)
}

/** Signs out for good: the cookie, what is stored of the account, the other tabs. */
function end(isElsewhere: boolean) {
  setTimeout(() => void signOut(), isElsewhere ? signOutAfterMs : 0)
}

async function signOut() {
  try {
    const { csrfToken } = await (await fetch('/api/auth/csrf')).json<{ csrfToken: string }>()
    await fetch('/api/auth/signout', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, json: 'true', callbackUrl: location.href }),
    })
  } finally {
    forget()
    delete document.documentElement.dataset.session
    tell('signout')
  }
}
