import { Clock, Elapsed } from './clock.tsx'
import { SavedSign } from './saved-sign.tsx'
import { indexesOf, isAnswered } from './sections.ts'
import type { Sitting } from './sitting.ts'
import { Tabs } from './tabs.tsx'
import { fillMessage } from './messages.ts'

/** What stays on top: which question, whether it is saved, the clock, the sections, and what is wrong, if something is. */
export function TopBar({
  sitting,
  board,
  go,
  openMenu,
}: {
  sitting: Sitting
  board: { isOpen: boolean; toggle: () => void }
  go: (index: number) => void
  openMenu: () => void
}) {
  const { view, words, isPractice, isOver } = sitting
  const { stage, status } = view
  return (
    <>
      <div className="bar">
        {isOver || stage === 'paused' ? <span /> : <Position sitting={sitting} board={board} />}
        <SavedSign status={status} words={words} open={openMenu} />
        <Time sitting={sitting} />
        {isPractice && stage === 'sitting' && (
          <button
            type="button"
            className="sign pause"
            aria-label={words.pause}
            onClick={() => sitting.hall.pause(true)}
          >
            <span aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className="sign more"
          aria-label={words.menu}
          aria-haspopup="dialog"
          onClick={openMenu}
        >
          <span aria-hidden="true">⋮</span>
        </button>
        <span className="unseen" role="status">
          {status.link === 'offline' && words.offlineLong}
        </span>
      </div>
      {!isOver && stage !== 'paused' && <SectionTabs sitting={sitting} go={go} />}
      <Troubles sitting={sitting} />
    </>
  )
}

/** Which question of how many; opens and closes the palette. */
function Position({
  sitting: { hall, view, words },
  board,
}: {
  sitting: Sitting
  board: { isOpen: boolean; toggle: () => void }
}) {
  const [word, position = ''] = words.position.split(/(?=\{number\})/)
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
      <span className="unseen">, {words.board}</span>
    </button>
  )
}

function Time({
  sitting: { hall, attempt, view, words, isPractice, isOver },
}: {
  sitting: Sitting
}) {
  if (isOver) return null
  if (isPractice) return <Elapsed hall={hall} isRunning={view.stage === 'sitting'} words={words} />
  const open = attempt.sections.find(({ section }) => section === hall.sections[view.at])
  const endsAt = open?.endsAtMs ?? attempt.endsAtMs
  return endsAt === null ? null : <Clock endsAt={endsAt} now={hall.now} words={words} />
}

function SectionTabs({
  sitting: { view, sections, sectionOf, states, words },
  go,
}: {
  sitting: Sitting
  go: (index: number) => void
}) {
  if (sections.length < 2) return null
  return (
    <Tabs
      sections={sections}
      current={sectionOf[view.at] ?? null}
      answered={(slug) => {
        const own = indexesOf(sectionOf, slug)
        const done = own.filter((index) => isAnswered(states[index])).length
        return { done, count: own.length }
      }}
      go={(slug) => go(sectionOf.indexOf(slug))}
      words={words}
    />
  )
}

/** The device keeps nothing, or the server takes nothing from this reader. */
function Troubles({ sitting: { view, href, words } }: { sitting: Sitting }) {
  const { kept, refused } = view.status
  return (
    <>
      {kept === 'memory' && (
        <p className="trouble" role="alert">
          {words.memory}
        </p>
      )}
      {refused !== null && (
        <p className="trouble" role="alert">
          {words.refused} <a href={href.signIn}>{words.signIn}</a>
        </p>
      )}
    </>
  )
}
