// Follows the session on a page: checks it when the page is shown and when another tab signs in or
// out, and shows when it is over. Loaded only where somebody is signed in, or when another tab has
// sent a message.

/** next-auth's storage message, which its clients in other tabs know. */
const messageKey = 'nextauth.message'
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : null
const signOutAfterMs = 1000

type SessionAnswer = { user?: { id: number }; error?: string }

const isSignedIn = () => document.documentElement.dataset.session !== undefined

/** Also called on a visitor's page when another tab has sent a message: perhaps somebody signed in
 *  there. */
export function watchSession() {
  const over = document.querySelector<HTMLElement>('[data-session-over]')
  if (over) {
    scheduleSignOut(over.dataset.sessionOver === 'elsewhere')
    return
  }
  if (!isSignedIn()) return void checkSession()
  channel?.addEventListener('message', () => void checkSession())
  addEventListener('storage', ({ key }) => {
    if (key === messageKey) void checkSession()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void checkSession()
  })
  document.addEventListener('submit', ({ target }) => {
    // The other tabs check once the form has had the time to arrive.
    if (target instanceof HTMLFormElement && 'signOut' in target.dataset)
      addEventListener('pagehide', () => {
        clearAccountData()
        notifyTabs('signout')
      })
  })
  announceSignIn()
}

/** Checks who is signed in. A failed request changes nothing: an outage signs nobody out. */
async function checkSession() {
  const answer = await fetchSession()
  if (answer === null) return
  if (answer.error) showError(answer.error)
  else if (Boolean(answer.user) !== isSignedIn()) location.reload()
}

async function fetchSession(): Promise<SessionAnswer | null> {
  try {
    const response = await fetch('/api/auth/session')
    return response.ok ? ((await response.json()) as SessionAnswer) : null
  } catch {
    return null
  }
}

/** The first page after signing in notifies the other tabs. */
function announceSignIn() {
  const mark = document.documentElement.dataset.session ?? ''
  try {
    if (localStorage.getItem('signed-in') === mark) return
    localStorage.setItem('signed-in', mark)
    notifyTabs('getSession')
  } catch {
    // Without storage the other tabs cannot be notified.
  }
}

/** The timestamp has fractions of a second: two equal messages cause no storage event. */
function notifyTabs(trigger: 'signout' | 'getSession') {
  const message = { event: 'session', data: { trigger }, timestamp: Date.now() / 1000 }
  channel?.postMessage(message)
  try {
    localStorage.setItem(messageKey, JSON.stringify(message))
  } catch {
    // The channel has notified the tabs that listen to it.
  }
}

/** Removes what is stored of the account. Answers that have not been sent yet stay. */
function clearAccountData() {
  try {
    for (const name of ['signed-in', 'authorization', 'token']) localStorage.removeItem(name)
  } catch {
    // Without storage there is nothing to remove.
  }
}

function showError(error: string) {
  const isElsewhere = error === 'SignedInElsewhere'
  const kind = isElsewhere ? 'elsewhere' : 'expired'
  const templates = document.querySelector<HTMLTemplateElement>('[data-session-templates]')
  const notice = templates?.content.querySelector(`[data-session-over="${kind}"]`)
  if (document.querySelector(`[data-session-over="${kind}"]`)) return
  if (notice) document.body.appendChild(document.importNode(notice, true))
  scheduleSignOut(isElsewhere)
}

/** Signs out: the cookie, what is stored of the account, the other tabs. */
function scheduleSignOut(isElsewhere: boolean) {
  setTimeout(() => void signOut(), isElsewhere ? signOutAfterMs : 0)
}

async function signOut() {
  try {
    const response = await fetch('/api/auth/csrf')
    const { csrfToken } = (await response.json()) as { csrfToken: string }
    await fetch('/api/auth/signout', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, json: 'true', callbackUrl: location.href }),
    })
  } finally {
    clearAccountData()
    delete document.documentElement.dataset.session
    notifyTabs('signout')
  }
}
