import {
  browserPurposes,
  consentCookie,
  consentMaxAgeSec,
  formatConsent,
  parseConsent,
  type BrowserConsent,
} from '../domain/privacy.ts'
import { loadTags, withdrawTags, type TagIds } from './tags.ts'

/** Asks once for consent to each purpose that the notice names, and loads what was agreed to. The
 *  choice is stored for half a year; a link in the footer shows the notice again. Where somebody
 *  under 18 is signed in, nothing is asked and nothing is loaded. */
export function watchConsent(notice: HTMLFormElement) {
  const ids = JSON.parse(notice.dataset.tags ?? '{}') as TagIds
  const consent = storedConsent()
  if (consent === null) notice.hidden = false
  else loadWhenIdle(ids, consent)
  notice.addEventListener('submit', (event) => {
    event.preventDefault()
    decide(notice, ids, event.submitter?.getAttribute('value') === 'no')
  })
  document.querySelector('[data-consent-again]')?.addEventListener('click', () => {
    showAgain(notice)
  })
}

function storedConsent(): BrowserConsent | null {
  const [, value] = new RegExp(`(?:^|; )${consentCookie}=([^;]*)`).exec(document.cookie) ?? []
  return parseConsent(value)
}

function decide(notice: HTMLFormElement, ids: TagIds, isRefused: boolean) {
  const ticked = new FormData(notice)
  const isGiven = (purpose: string) => !isRefused && ticked.has(purpose)
  const before = storedConsent()
  const consent = { analytics: isGiven('analytics'), advertising: isGiven('advertising') }
  document.cookie =
    `${consentCookie}=${formatConsent(consent)};path=/;` +
    `max-age=${consentMaxAgeSec};samesite=lax;secure`
  notice.hidden = true
  if (before === null || before === 'minor') return loadWhenIdle(ids, consent)
  withdrawTags(consent)
  // A script that has run cannot be unloaded: the page is opened again without it.
  if (browserPurposes.some((purpose) => before[purpose] && !consent[purpose])) location.reload()
  else loadWhenIdle(ids, consent)
}

function showAgain(notice: HTMLFormElement) {
  const consent = storedConsent()
  if (consent === 'minor') return
  for (const purpose of browserPurposes) {
    const box = notice.querySelector<HTMLInputElement>(`[name=${purpose}]`)
    if (box) box.checked = consent?.[purpose] === true
  }
  notice.hidden = false
}

function loadWhenIdle(ids: TagIds, consent: BrowserConsent) {
  if (consent === 'minor') return
  const load = () => loadTags(ids, consent)
  if ('requestIdleCallback' in window) requestIdleCallback(load)
  else setTimeout(load, 2000)
}
