import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { paletteState, type PaletteState } from '../../../rules/palette.ts'
import type { HallProps } from '../exam-hall.tsx'
import { Board } from './board.tsx'
import { Clock, Elapsed } from './clock.tsx'
import type { Hall } from './hall.ts'
import { HandedIn } from './handed-in.tsx'
import { KeyShown } from './key-shown.tsx'
import { Keys, NoticeText } from './keys.tsx'
import { Menu, type MenuChoice } from './menu.tsx'
import { Rescue } from './rescue.tsx'
import { SavedSign } from './saved-sign.tsx'
import { indexesOf, isAnswered } from './sections.ts'
import { Summary } from './summary.tsx'
import { Tabs } from './tabs.tsx'
import { fill, type HallWords } from './words.ts'

/** The place in the page that the server has left for a part of the hall. */
const place = (name: 'keys' | 'board' | 'revealed' | 'dialogs') =>
  document.querySelector(`[data-part=${name}]`)!

/** Beside the question there is room for the palette. */
const isWide = () => matchMedia('(min-width: 60rem)').matches

/** The key appears below the options, where the buttons may hide it. */
const showKey = () => document.querySelector('.key')?.scrollIntoView({ block: 'nearest' })

/** A dialog that the server has written, from its heading on. */
function openFromServer(name: 'instructions' | 'keyboard') {
  const dialog = document.querySelector<HTMLDialogElement>(`[data-dialog=${name}]`)
  dialog?.showModal()
  dialog?.querySelector('h2')?.focus()
}

/** The hall while somebody sits in it: what stands on top, and through portals what stands below and beside the question. */
export function LiveHall({
  hall,
  attempt,
  isRailway,
  sections,
  blankMarks,
  href,
  isKept,
  words,
}: HallProps & { hall: Hall; words: HallWords; isKept: boolean }) {
  const view = useSyncExternalStore(hall.subscribe, hall.view)
  const [dialog, setDialog] = useState<'menu' | 'summary' | 'rescue' | null>(null)
  const [isBoardOpen, setBoardOpen] = useState(isWide)
  useEffect(() => {
    const form = document.querySelector<HTMLElement>('.hall')
    form?.toggleAttribute('data-board', isBoardOpen)
  }, [isBoardOpen])

  const { stage, at, status, notice, revealed } = view
  const isPractice = attempt.mode === 'practice'
  const sectionOf = hall.sections
  const states = sectionOf.map((_, index): PaletteState => {
    const state = paletteState(hall.stateAt(index))
    return isRailway && state === 'answered-and-marked' ? 'marked' : state
  })
  const isSitting = stage === 'sitting' || stage === 'paper'
  const isOver = stage === 'handing-in' || stage === 'elsewhere'
  const close = () => setDialog(null)
  const go = (index: number) => {
    if (!isWide()) setBoardOpen(false)
    hall.goTo(index)
  }
  const choose = (choice: MenuChoice) => {
    if (choice === 'rescue') setDialog('rescue')
    else if (choice === 'paper') hall.showPaper(true)
    else openFromServer(choice)
  }
  const openSummary = () => setDialog('summary')

  return (
    <>
      <div className="bar">
        {isSitting ? (
          <button
            type="button"
            className="position"
            aria-expanded={isBoardOpen}
            aria-controls="board"
            aria-label={`${fill(words.position, { number: at + 1, count: hall.count })}, ${words.board}`}
            onClick={() => setBoardOpen(!isBoardOpen)}
          >
            {fill(words.position, { number: at + 1, count: hall.count })}
          </button>
        ) : (
          <span />
        )}
        <SavedSign status={status} words={words} open={() => setDialog('menu')} />
        {isPractice && !isOver && (
          <Elapsed hall={hall} isRunning={stage === 'sitting'} words={words} />
        )}
        {attempt.endsAtMs !== null && !isOver && (
          <Clock endsAt={attempt.endsAtMs} now={hall.now} words={words} />
        )}
        {isPractice && stage === 'sitting' && (
          <button
            type="button"
            className="sign pause"
            aria-label={words.pause}
            onClick={() => hall.pause(true)}
          >
            <span aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className="sign more"
          aria-label={words.menu}
          aria-haspopup="dialog"
          onClick={() => setDialog('menu')}
        >
          <span aria-hidden="true">⋮</span>
        </button>
        <span className="unseen" role="status">
          {status.link === 'offline' && words.offlineLong}
        </span>
      </div>
      {sections.length > 1 && isSitting && (
        <Tabs
          sections={sections}
          current={sectionOf[at] ?? null}
          answered={(slug) => {
            const own = indexesOf(sectionOf, slug)
            return {
              done: own.filter((index) => isAnswered(states[index])).length,
              count: own.length,
            }
          }}
          go={(slug) => go(sectionOf.indexOf(slug))}
          words={words}
        />
      )}
      {status.kept === 'memory' && (
        <p className="trouble" role="alert">
          {words.memory}
        </p>
      )}
      {status.refused !== null && (
        <p className="trouble" role="alert">
          {words.refused} <a href={href.signIn}>{words.signIn}</a>
        </p>
      )}
      {createPortal(
        isOver ? (
          <HandedIn
            view={view}
            resultHref={href.result}
            tryNow={hall.tryNow}
            rescue={() => setDialog('rescue')}
            words={words}
          />
        ) : stage === 'paused' ? (
          <section className="paused">
            <p role="status">{words.paused}</p>
            <button type="button" className="btn" onClick={() => hall.pause(false)}>
              {words.resume}
            </button>
          </section>
        ) : (
          revealed && stage === 'sitting' && <KeyShown revealed={revealed} words={words} />
        ),
        place('revealed'),
      )}
      {createPortal(
        <div className="live">
          <p className="notice" role="status">
            <NoticeText notice={notice} sections={sections} words={words} />
          </p>
          {stage === 'sitting' && (
            <Keys
              isPractice={isPractice}
              isRailway={isRailway}
              isRevealed={hall.stateAt(at)?.isRevealed === true}
              press={(button) => hall.press(button)}
              check={() => void hall.check().then(showKey)}
              submit={openSummary}
              words={words}
            />
          )}
          {stage === 'paper' && (
            <button type="button" className="btn wide" onClick={() => hall.showPaper(false)}>
              {fill(words.backTo, { number: at + 1 })}
            </button>
          )}
        </div>,
        place('keys'),
      )}
      {createPortal(
        isSitting && isBoardOpen && (
          <Board
            indexes={indexesOf(sectionOf, sectionOf[at] ?? null)}
            states={states}
            at={at}
            section={sections.find(({ slug }) => slug === sectionOf[at])}
            isRailway={isRailway}
            go={go}
            submit={openSummary}
            back={() => {
              setBoardOpen(false)
              hall.goTo(at)
            }}
            words={words}
          />
        ),
        place('board'),
      )}
      {createPortal(
        <>
          {dialog === 'menu' && (
            <Menu
              status={status}
              isKept={isKept}
              leaveHref={href.leave}
              choose={choose}
              onClose={() => setDialog((open) => (open === 'menu' ? null : open))}
              words={words}
            />
          )}
          {dialog === 'summary' && (
            <Summary
              states={states}
              sectionOf={sectionOf}
              sections={sections}
              isRailway={isRailway}
              unsaved={isPractice ? [] : hall.unsavedNumbers()}
              blankMarks={blankMarks}
              submit={() => {
                close()
                void hall.submit('reader')
              }}
              onClose={close}
              words={words}
            />
          )}
          {dialog === 'rescue' && (
            <Rescue code={hall.rescueCode()} address={href.rescue} onClose={close} words={words} />
          )}
        </>,
        place('dialogs'),
      )}
    </>
  )
}
