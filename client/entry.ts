import { guardContent } from './guard.ts'
import { watchForms } from './forms.ts'
import { rememberLanguageChoice } from './language.ts'
import { openStorage } from './device/open-storage.ts'
import { defineIslands } from './islands.ts'
import { trafficSourceCookie } from '../domain/traffic-source-cookie.ts'

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
else if (document.documentElement.dataset.kept === undefined) {
  // session.ts stores whose sign-in it has announced. A sign-out before it was loaded leaves that
  // there, and the next sign-in would not be announced to other tabs.
  storage?.removeItem('signed-in')
  addEventListener('storage', ({ key }) => key === 'nextauth.message' && watch())
}

// The cookie says that the reader has begun something here (device/today-notes.ts).
const hasBegun = document.cookie.includes('today=')
const serve = () =>
  void import('./device/returning-reader.ts').then((reader) => reader.serve(storage))
if (hasBegun) serve()
// The service worker has found answers that are not sent.
else if ('serviceWorker' in navigator) navigator.serviceWorker.addEventListener('message', serve)

if (
  document.querySelector(
    '[data-crash],[data-unavailable],[data-not-found],[data-tags],[data-sheet-reader],' +
      'form.paper,.sheet-form,[data-sent],[data-kept-list],[data-pack]' +
      (hasBegun ? ',[data-start]' : ''),
  )
)
  void import('./page-parts.ts').then((parts) => parts.watchParts(hasBegun))
