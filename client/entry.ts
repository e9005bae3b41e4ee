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
else if (document.documentElement.dataset.kept === undefined) {
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
// The cookie says that the reader has begun something here (device/today-notes.ts).
const hasBegun = document.cookie.includes('today=')
if (start && hasBegun)
  void import('./running-test.ts').then(({ leadBackInto }) => leadBackInto(start))
const serve = () =>
  void import('./device/returning-reader.ts').then((reader) => reader.serve(storage))
if (hasBegun) serve()
// The service worker has found answers that are not sent.
else if ('serviceWorker' in navigator) navigator.serviceWorker.addEventListener('message', serve)

const paper = document.querySelector<HTMLFormElement>('form.paper')
if (paper) void import('./paper-draft.ts').then((draft) => draft.watchPaperDraft(paper))

const offline = document.querySelector<HTMLElement>('[data-kept-list],[data-pack]')
if (offline) void import('./device/offline/offline-pages.ts').then((pages) => pages.watch(offline))
