import type { ReactNode } from 'react'
import { localizedPath, type PageContext } from '../addresses/address.ts'
import { findExam } from '../exams.ts'
import { messagesFor } from './messages.ts'

/** The four main places of the site: a bar at the bottom of a phone, a rail on a wide screen. */
export function MainNavigation({ page: { locale, path } }: { page: PageContext }) {
  const messages = messagesFor(locale)
  const [, first = ''] = path.split('/')
  const place = findExam(first) || path === '/exams' ? '/exams' : `/${first}`
  const link = (to: string, name: string, icon: ReactNode) => (
    <a
      href={localizedPath(to, locale)}
      aria-current={to === path ? 'page' : place === to || undefined}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {icon}
      </svg>
      {name}
    </a>
  )
  return (
    <nav className="dock" aria-label={messages.menu()}>
      {link('/', messages.nav_today(), <path d="M12 3a9 9 0 1 0 .1 0zM12 7v5l3 2" />)}
      {link('/exams', messages.nav_exams(), <path d="M5 3h14v18H5zM9 8h6m-6 4h6m-6 4h6" />)}
      {link('/flash-cards', messages.nav_cards(), <path d="M8 6V3h12v14h-3M4 7h12v14H4z" />)}
      {link(
        '/account',
        messages.nav_me(),
        <path d="M12 4a4 4 0 1 0 .1 0zM4 21c1-4.5 4-6.5 8-6.5s7 2 8 6.5" />,
      )}
    </nav>
  )
}
