import type { ReactNode } from 'react'
import { languages, locales, type Locale } from '../../domain/locale.ts'
import type { DeskMessages, MessageKey } from '../messages.ts'
import type { Operator } from '../operators/operators.ts'
import { destinationsOf, isCurrent } from './navigation.ts'
import { scriptPath } from './script.ts'
import { stylePath } from './style.ts'

export type FrameProps = {
  locale: Locale
  text: DeskMessages
  operator: Operator | null
  path: string
  title: string
  /** The page that this one belongs to. */
  back?: string
  /** The id of the form that the language switch submits, so that nothing typed is lost. */
  editor?: string
  /** The script is loaded: it keeps on the device what is typed into a form with data-draft, and
   *  drops it on the page that says that it was saved (?saved, ?sent). */
  hasScript?: boolean
  /** What the form that led here has done. */
  done: MessageKey | null
  /** What stays at the bottom of the screen instead of the tabs. */
  actions?: ReactNode
  children: ReactNode
}

/** The HTML document of every page: a rail of destinations at the side, tabs below on a phone. */
export function Frame(props: FrameProps) {
  const { locale, text, operator, path, title, back, editor, done, actions, children } = props
  const { hasScript = false } = props
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} – ${text('desk')}`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={stylePath} />
        {hasScript && <script src={scriptPath} defer />}
      </head>
      <body className="desk">
        <a className="skip" href="#main">
          {text('skip')}
        </a>
        {operator && <Rail operator={operator} text={text} path={path} />}
        <header className="head">
          {back === undefined ? (
            <a className="brand" href="/">
              <Circles />
              {text('desk')}
            </a>
          ) : (
            <a className="back" href={back}>
              {title}
            </a>
          )}
          {operator && <span className="role">{text(`role_${operator.role}`)}</span>}
          <LanguageMenu locale={locale} text={text} path={path} editor={editor} />
        </header>
        <main className="page" id="main">
          {done && (
            <p className="fine" role="status">
              {text(done)}
            </p>
          )}
          {children}
        </main>
        {actions !== undefined && (
          <div className="act" role="region" aria-label={text('actions')}>
            {actions}
          </div>
        )}
        {actions === undefined && operator && (
          <TabBar operator={operator} text={text} path={path} />
        )}
      </body>
    </html>
  )
}

const Circles = () => (
  <span className="circles" aria-hidden="true">
    <i />
    <i className="on" />
    <i />
    <i />
  </span>
)

function Rail({ operator, text, path }: { operator: Operator; text: DeskMessages; path: string }) {
  const links = destinationsOf(operator.role)
  const groups = [...new Set(links.map(({ group }) => group))]
  return (
    <nav className="rail" aria-label={text('desk')}>
      <a className="brand" href="/">
        <Circles />
        {text('desk')}
      </a>
      {groups.map((group) => (
        <div key={group ?? ''}>
          {group && <h2>{text(group)}</h2>}
          <ul>
            {links
              .filter((link) => link.group === group)
              .map(({ path: to, name }) => (
                <li key={to}>
                  <a href={to} aria-current={isCurrent(to, path) ? 'page' : undefined}>
                    {text(name)}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
      <p className="who">
        <a href="/more">{operator.name}</a>
      </p>
    </nav>
  )
}

const icons = {
  '/': 'M4 5h16v15H4zM4 9.5h16M8.5 3v4M15.5 3v4M8.5 14.5l2.3 2.3 4.5-4.6',
  '/affairs': 'M4 20h4L19.5 8.5l-4-4L4 16zM13 7l4 4',
  '/papers': 'M6 3h9l4 4v14H6zM9 9h6M9 13h7M9 17h5',
  '/review': 'M4 5h16M4 10h9M4 15h6M13 17l3 3 5-6',
  '/keys': 'M8 11a4 4 0 104 4h8v-3m-3 3v-2M8 15h.01',
  '/notices': 'M4 10v4h4l8 5V5l-8 5zM19 9.5a4 4 0 010 5',
  '/reports': 'M5 4v16M5 5h13l-3 4 3 4H5',
  '/payments': 'M3 7h18v11H3zM3 11h18M7 15h4',
  '/plans': 'M4 12l8-8h7v7l-8 8zM15.5 8.5h.01',
  '/sales': 'M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6',
  '/accounts': 'M4 5h16v14H4zM8 11a2 2 0 104 0 2 2 0 10-4 0M7 16h6M15 9h3M15 13h3',
  '/feedback': 'M4 5h16v11H9l-5 4z',
  '/crashes': 'M12 4l9 16H3zM12 10v4M12 17h.01',
  '/operators': 'M12 12a4 4 0 100-8 4 4 0 000 8zM4.5 20a7.5 7.5 0 0115 0',
  '/audit': 'M5 4h14v16H5zM8 8h8M8 12h8M8 16h5',
  '/more':
    'M4 12a1 1 0 102 0 1 1 0 10-2 0m7 0a1 1 0 102 0 1 1 0 10-2 0m7 0a1 1 0 102 0 1 1 0 10-2 0',
} as const

/** At most four tabs, so that each name fits 360 px in every language; the rest is under "More". */
function TabBar({
  operator,
  text,
  path,
}: {
  operator: Operator
  text: DeskMessages
  path: string
}) {
  const links = destinationsOf(operator.role).slice(0, 3)
  const tabs = [...links, { path: '/more', name: 'nav_more' } as const]
  return (
    <nav className="tabbar" aria-label={text('nav_main')}>
      {tabs.map(({ path: to, name }) => (
        <a key={to} href={to} aria-current={isCurrent(to, path) ? 'page' : undefined}>
          <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
            <path d={icons[to]} />
          </svg>
          {text(name)}
        </a>
      ))}
    </nav>
  )
}

/** Links, or, on a page with an editor, buttons that save what was typed before they switch. */
function LanguageMenu({
  locale,
  text,
  path,
  editor,
}: Pick<FrameProps, 'locale' | 'text' | 'path' | 'editor'>) {
  return (
    <details className="menu">
      <summary>
        <span className="unseen">{text('language_of_desk')}: </span>
        {languages[locale].name}
      </summary>
      <ul>
        {locales
          .filter((other) => other !== locale)
          .map((other) => (
            <li key={other}>
              {editor === undefined ? (
                <a href={`${path}?language=${other}`} lang={other}>
                  {languages[other].name}
                </a>
              ) : (
                <button form={editor} name="language" value={other} lang={other}>
                  {languages[other].name}
                </button>
              )}
            </li>
          ))}
      </ul>
    </details>
  )
}
