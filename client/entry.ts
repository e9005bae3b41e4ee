import { guardContent } from './guard.ts'
import { watchForms } from './forms.ts'
import { offerLanguage } from './language.ts'
import { keepTrafficSource } from './device/traffic-source.ts'
import { defineIslands } from './islands.ts'

// Everything that every page runs. It comes after the page's words, never before them, and stays below 2,000 bytes.
document.cookie = 'script=1;path=/;max-age=31536000;samesite=lax;secure'
guardContent()
watchForms()
offerLanguage()
keepTrafficSource()
defineIslands()
// In development the page follows its sources.
import.meta.hot?.accept(() => location.reload())

const watch = () => void import('./session.ts').then(({ watchSession }) => watchSession())
if (document.querySelector('[data-session]')) watch()
else addEventListener('storage', ({ key }) => key === 'nextauth.message' && watch())

if (document.querySelector('[data-crash],[data-unavailable],[data-not-found]'))
  void import('./trouble.ts').then(({ reportTrouble }) => reportTrouble())

const notice = document.querySelector<HTMLElement>('[data-tags]')
if (notice) void import('./consent.ts').then(({ askConsent }) => askConsent(notice))
