import { useEffect, useRef } from 'react'
import type { PaletteState } from '../../../domain/attempt/palette.ts'
import { signOf } from '../../device/journal/save-sign.ts'
import { Clock, Elapsed } from './clock.tsx'
import type { HallContext } from './hall-context.ts'
import { fillMessage } from './messages.ts'
import { indexesOf } from './navigation.ts'
import { SaveStatus, saveStatusText } from './save-status.tsx'

/** The bar at the top: the question's number, the save status, the clock, the sections and
 *  warnings. */
export function TopBar({
  context,
  board,
  goTo,
  openMenu,
}: {
  context: HallContext
  board: { isOpen: boolean; toggle: () => void }
  goTo: (index: number) => void
  openMenu: () => void
}) {
  const { view, messages, isPractice, isOver } = context
  const { stage, status } = view
  const sign = signOf(status).kind
  return (
    <>
      <div className="bar">
        {isOver || stage === 'paused' ? <span /> : <Position context={context} board={board} />}
        <SaveStatus status={status} messages={messages} open={openMenu} />
        <Time context={context} />
        {isPractice && stage === 'question' && (
          <button
            type="button"
            className="sign pause"
            aria-label={messages.pause}
            onClick={() => context.hall.pause(true)}
          >
            <span aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className="sign more"
          aria-label={messages.menu}
          aria-haspopup="dialog"
          onClick={openMenu}
        >
          <span aria-hidden="true">⋮</span>
        </button>
        <span className="unseen" role="status">
          {(sign === 'offline' || sign === 'refused') && saveStatusText(status, messages)}
        </span>
      </div>
      {!isOver && stage !== 'paused' && context.sections.length > 1 && (
        <SectionTabs context={context} goTo={goTo} />
      )}
      <Warnings context={context} />
    </>
  )
}

/** The question's number of how many; opens and closes the palette. */
function Position({
  context: { hall, view, messages },
  board,
}: {
  context: HallContext
  board: { isOpen: boolean; toggle: () => void }
}) {
  const [word, position = ''] = messages.position.split(/(?=\{number\})/)
  return (
    <button
      type="button"
      className="position"
      aria-expanded={board.isOpen}
      aria-controls="board"
      onClick={board.toggle}
    >
      <span className="word">{word}</span>
      {fillMessage(position, { number: view.at + 1, count: hall.sections.length })}
      <span className="unseen">, {messages.board}</span>
    </button>
  )
}

function Time({
  context: { hall, attempt, view, messages, isPractice, isOver },
}: {
  context: HallContext
}) {
  if (isOver) return null
  if (isPractice)
    return <Elapsed hall={hall} isRunning={view.stage === 'question'} messages={messages} />
  const open = attempt.sections.find(({ section }) => section === hall.sections[view.at])
  const endsAt = open?.endsAtMs ?? attempt.endsAtMs
  return endsAt === null ? null : <Clock endsAt={endsAt} now={hall.now} messages={messages} />
}

/** The sections of the paper with how many questions of each are answered. */
function SectionTabs({
  context: { view, sections, sectionOf, states, messages },
  goTo,
}: {
  context: HallContext
  goTo: (index: number) => void
}) {
  const current = sectionOf[view.at] ?? null
  const currentTab = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    currentTab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav className="tabs" aria-label={messages.sections}>
      {sections.map(({ slug, name, lang }) => {
        const own = indexesOf(sectionOf, slug)
        const answered = own.filter((index) => isAnswered(states[index])).length
        return (
          <button
            key={slug}
            ref={slug === current ? currentTab : undefined}
            type="button"
            aria-current={slug === current || undefined}
            onClick={() => goTo(sectionOf.indexOf(slug))}
          >
            <span lang={lang}>{name}</span> {answered}/{own.length}
          </button>
        )
      })}
    </nav>
  )
}

const isAnswered = (state: PaletteState | undefined) =>
  state === 'answered' || state === 'answered-and-marked'

/** Shown if the device stores nothing, or the server does not let this reader in. */
function Warnings({ context: { view, href, messages } }: { context: HallContext }) {
  const { copies, barrier } = view.status
  return (
    <>
      {copies === 0 && (
        <p className="warning" role="alert">
          {messages.memory}
        </p>
      )}
      {barrier !== null && (
        <p className="warning" role="alert">
          {messages.signedOut} <a href={href.signIn}>{messages.signIn}</a>
        </p>
      )}
    </>
  )
}
