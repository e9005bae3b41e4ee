const mostReportsInAVisit = 3

/** Tells the product API of pages that could not be shown: a crash, an outage, a link of ours that led nowhere. */
export function reportTrouble() {
  const find = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`)?.dataset
  const crash = find('crash')?.crash
  if (crash !== undefined) logCrash({ requestId: crash, message: document.title })
  const unavailable = find('unavailable')?.unavailable
  if (unavailable !== undefined) logRoute(unavailable, 'page-unavailable')
  const cameFromUs = document.referrer.startsWith(`${location.origin}/`)
  if (find('not-found') && cameFromUs) logRoute(document.referrer, 'link-failed')
}

/** POST /api/front-end-logs: what crashed, and when. */
export function logCrash(logJson: Record<string, string>) {
  post('/api/front-end-logs', {
    logJson: { ...logJson, url: location.href, userAgent: navigator.userAgent },
    logTime: new Date().toISOString(),
  })
}

/** POST /api/nextroute: a page that could not be shown, or a link that failed. */
function logRoute(message: string, type: string) {
  post('/api/nextroute', {
    data: { jsonData: { message }, type, url: location.href, userId: null },
  })
}

function post(path: string, body: object) {
  if (!mayReport()) return
  navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }))
}

/** A few a visit are enough to know; a broken page must not flood anybody. Storage may be switched off. */
function mayReport(): boolean {
  try {
    const reported = Number(sessionStorage.getItem('reports'))
    sessionStorage.setItem('reports', String(reported + 1))
    return reported < mostReportsInAVisit
  } catch {
    return true
  }
}
