import { sourceField } from './device/traffic-source.ts'

/** Per visit (sessionStorage): a page with an error must not flood the product API. */
const maxReports = 3

/** Reports to the product API why a page could not be shown: a crash, an outage, or a broken link
 *  of this site. */
export function reportPageErrors() {
  const dataOf = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`)?.dataset
  const crash = dataOf('crash')?.crash
  if (crash !== undefined) logCrash({ requestId: crash, message: document.title })
  const unavailable = dataOf('unavailable')?.unavailable
  if (unavailable !== undefined) logRoute(unavailable, 'page-unavailable')
  const isInternalLink = document.referrer.startsWith(`${location.origin}/`)
  if (dataOf('not-found') && isInternalLink) logRoute(document.referrer, 'link-failed')
}

/** POST /api/front-end-logs: a crash. */
export function logCrash(logJson: Record<string, string>) {
  post('/api/front-end-logs', {
    logJson: {
      ...logJson,
      url: location.href,
      userAgent: navigator.userAgent,
      // Islands and pages of an error have it.
      release: document.querySelector<HTMLElement>('[data-build]')?.dataset.build ?? '',
    },
    logTime: new Date().toISOString(),
  })
}

/** POST /api/nextroute: a page that could not be shown, or a link that failed. */
function logRoute(message: string, type: string) {
  post('/api/nextroute', {
    data: { jsonData: { message }, type, url: location.href, userId: null, ...sourceField() },
  })
}

function post(path: string, body: object) {
  if (!mayReport()) return
  navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }))
}

/** Whether this visit may send another report; counts it. Without storage, always. */
function mayReport(): boolean {
  try {
    const reported = Number(sessionStorage.getItem('reports'))
    sessionStorage.setItem('reports', String(reported + 1))
    return reported < maxReports
  } catch {
    return true
  }
}
