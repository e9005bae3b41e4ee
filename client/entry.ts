import { guardContent } from './guard.ts'
import { watchForms } from './forms.ts'
import { rememberLanguageChoice } from './language.ts'
import { openStorage } from './device/open-storage.ts'
import { defineIslands } from './islands.ts'
import { trafficSourceCookie } from '../domain/traffic-source.ts'

// The script of every page. It loads after the page's text. `npm run bench` limits it to
// 2,000 bytes.
guardContent()
watchForms()
rememberLanguageChoice()
defineIslands()
const storage = openStorage()
// Few readers come from an advertisement.
if (document.cookie.includes(trafficSourceCookie) || storage?.getItem(trafficSourceCookie))
  void import('./device/traffic-source.ts').then((source) => source.syncTrafficSource(storage))
// In development a changed source reloads the page.
import.meta.hot?.accept(() => location.reload())

const watch = () => void import('./session.ts').then(({ watchSession }) => watchSession())
if (document.querySelector('[data-session]')) watch()
else {
  // session.ts stores whose sign-in it has announced. A sign-out before it was loaded leaves that
  // there, and the next sign-in would not be announced to other tabs.
  storage?.removeItem('signed-in')
  addEventListener('storage', ({ key }) => key === 'nextauth.message' && watch())
}

if (document.querySelector('[data-crash],[data-unavailable],[data-not-found]'))
  void import('./error-reports.ts').then(({ reportPageErrors }) => reportPageErrors())

const notice = document.querySelector<HTMLFormElement>('[data-tags]')
if (notice) void import('./consent.ts').then(({ watchConsent }) => watchConsent(notice))

const sheet = document.querySelector<HTMLElement>('[data-sheet-reader]')
if (sheet)
  void import('./sheet-reader/watch-sheet-reader.ts').then((reader) =>
    reader.watchSheetReader(sheet),
  )

const start = document.querySelector<HTMLAnchorElement>('[data-start]')
if (start && document.cookie.includes('today='))
  void import('./running-test.ts').then(({ leadBackInto }) => leadBackInto(start))
