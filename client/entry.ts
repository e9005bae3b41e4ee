import { guardContent } from './guard.ts'
import { watchForms } from './forms.ts'
import { rememberLanguageChoice } from './language.ts'
import { syncTrafficSource } from './device/traffic-source.ts'
import { defineIslands } from './islands.ts'

// The script of every page. It loads after the page's text. `npm run bench` limits it to
// 2,000 bytes.
document.cookie = 'script=1;path=/;max-age=31536000;samesite=lax;secure'
guardContent()
watchForms()
rememberLanguageChoice()
syncTrafficSource()
defineIslands()
// In development a changed source reloads the page.
import.meta.hot?.accept(() => location.reload())

const watch = () => void import('./session.ts').then(({ watchSession }) => watchSession())
if (document.querySelector('[data-session]')) watch()
else {
  // session.ts stores whose sign-in it has announced. A sign-out before it was loaded leaves that
  // there, and the next sign-in would not be announced to other tabs.
  forgetAnnouncedSignIn()
  addEventListener('storage', ({ key }) => key === 'nextauth.message' && watch())
}

if (document.querySelector('[data-crash],[data-unavailable],[data-not-found]'))
  void import('./error-reports.ts').then(({ reportPageErrors }) => reportPageErrors())

const notice = document.querySelector<HTMLElement>('[data-tags]')
if (notice) void import('./consent.ts').then(({ watchConsent }) => watchConsent(notice))

const start = document.querySelector<HTMLAnchorElement>('[data-start]')
if (start && document.cookie.includes('today='))
  void import('./running-test.ts').then(({ leadBackInto }) => leadBackInto(start))

function forgetAnnouncedSignIn() {
  try {
    localStorage.removeItem('signed-in')
  } catch {
    // Without storage nothing is stored.
  }
}
