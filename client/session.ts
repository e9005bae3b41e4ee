// Checks the session when the page is shown and when another tab signs in or out, and shows a
// notice when it has ended. Loaded only on pages of signed-in readers, or when another tab has sent
// a message.

import { removeTodayNotes } from './device/today-notes.ts'
import { hallCopies, removeHallCopies } from './device/offline-hall/remove-hall-copies.ts'

/** The localStorage key by which next-auth's clients notify each other. */
const messageKey = 'nextauth.message'
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : null
const signOutAfterMs = 1000

type SessionAnswer = { user?: { id: number }; error?: string }

const isSignedIn = () => document.documentElement.dataset.session !== undefined

/** Watches the session of a signed-in reader. On a visitor's page it checks once, because another
 *  tab may have signed in. */
export function watchSession() {
  const over = document.querySelector<HTMLElement>('[data-session-over]')
  if (over) {
    scheduleSignOut(over.dataset.sessionOver === 'elsewhere')
    return
  }
  if (!isSignedIn()) return void checkSession()
  if (copyDeviceToken()) void checkSession()
  channel?.addEventListener('message', () => void checkSession())
  addEventListener('storage', ({ key }) => {
    if (key === messageKey) void checkSession()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void checkSession()
  })
  document.addEventListener('submit', ({ target }) => {
    // The other tabs are notified on pagehide, when the form has been sent.
    if (!(target instanceof HTMLFormElement && 'signOut' in target.dataset)) return
    let copies: string[] = []
    void hallCopies().then((names) => {
      copies = names
    })
    addEventListener('pagehide', () => {
      for (const name of copies) void caches.delete(name)
      clearAccountData()
      notifyTabs('signout')
    })
  })
  announceSignIn()
}

/** Copies the app's push token from localStorage to the cookie that GET session compares with the
 *  profile. -> whether it was another one. */
function copyDeviceToken(): boolean {
  try {
    const token = localStorage.getItem('device_id') ?? ''
    if (!/^[\w:.-]{10,400}$/.test(token)) return false
    const [, known] = /(?:^|; )device_id=([^;]*)/.exec(document.cookie) ?? []
    if (known === token) return false
    document.cookie = `device_id=${token};path=/;max-age=31536000;samesite=lax;secure`
    return true
  } catch {
    return false
  }
}

/** Checks whether the reader is signed in. A failed request is ignored: an outage signs nobody
 *  out. */
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
    const before = localStorage.getItem('signed-in')
    if (before === mark) return
    // Another account's halls do not open for this one.
    if (before !== null) {
      void removeHallCopies()
      removeTodayNotes()
    }
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
    // Without storage, the channel has notified the other tabs.
  }
}

/** Removes the account's entries from localStorage, except unsent answers. */
function clearAccountData() {
  removeTodayNotes()
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

/** Ends the session, removes account data and notifies other tabs; a reader who signed in elsewhere
 *  first sees the notice for a second. */
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
    await removeHallCopies()
    clearAccountData()
    delete document.documentElement.dataset.session
    notifyTabs('signout')
  }
}
