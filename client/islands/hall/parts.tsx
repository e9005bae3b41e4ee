import { HandedIn } from './handed-in.tsx'
import { Keys, NoticeText } from './keys.tsx'
import { Menu, type MenuChoice } from './menu.tsx'
import { Rescue } from './rescue.tsx'
import type { Sitting } from './sitting.ts'
import { Summary } from './summary.tsx'
import { fillMessage } from './messages.ts'

/** Right below the question: the key, where it was asked for; in its place: a pause, or what becomes of what was submitted. */
export function BelowQuestion({
  sitting: { hall, view, href, words, isOver, KeyShown },
  rescue,
}: {
  sitting: Sitting
  rescue: () => void
}) {
  if (isOver)
    return (
      <HandedIn
        view={view}
        resultHref={href.result}
        tryNow={hall.tryNow}
        rescue={rescue}
        words={words}
      />
    )
  if (view.stage === 'paused')
    return (
      <section className="paused">
        <p role="status">{words.paused}</p>
        <button type="button" className="btn" onClick={() => hall.pause(false)}>
          {words.resume}
        </button>
      </section>
    )
  return KeyShown && view.revealed && view.stage === 'sitting' ? (
    <KeyShown revealed={view.revealed} words={words} />
  ) : null
}

/** What stays at the bottom: a word about what just happened, and the buttons. */
export function Bottom({
  sitting: { hall, view, sections, words, isPractice, isRailway },
  submit,
}: {
  sitting: Sitting
  submit: () => void
}) {
  return (
    <>
      <p className="notice" role="status">
        <NoticeText notice={view.notice} sections={sections} words={words} />
      </p>
      {view.stage === 'sitting' && (
        <Keys
          isPractice={isPractice}
          isRailway={isRailway}
          isRevealed={hall.stateAt(view.at)?.isRevealed === true}
          press={(button) => hall.press(button)}
          check={() => void hall.check().then(showKey)}
          submit={submit}
          words={words}
        />
      )}
      {view.stage === 'paper' && (
        <button type="button" className="btn wide" onClick={() => hall.showPaper(false)}>
          {fillMessage(words.backTo, { number: view.at + 1 })}
        </button>
      )}
    </>
  )
}

/** The key appears below the options, where the buttons may hide it. After the hall has told of it, which is a task earlier. */
const showKey = () =>
  setTimeout(() => document.querySelector('.key')?.scrollIntoView({ block: 'nearest' }))

export type DialogName = 'menu' | 'summary' | 'rescue'

/** The dialog that is open. `close` names which: another may have been opened by then. */
export function OpenDialog({
  name,
  sitting: { hall, view, states, sectionOf, sections, blankMarks, href, words, ...sitting },
  isKept,
  choose,
  close,
}: {
  name: DialogName
  sitting: Sitting
  isKept: boolean
  choose: (choice: MenuChoice) => void
  close: (name: DialogName) => void
}) {
  switch (name) {
    case 'menu':
      return (
        <Menu
          status={view.status}
          isKept={isKept}
          leaveHref={href.leave}
          choose={choose}
          onClose={() => close('menu')}
          words={words}
        />
      )
    case 'summary':
      return (
        <Summary
          states={states}
          sectionOf={sectionOf}
          sections={sections}
          isRailway={sitting.isRailway}
          unsaved={sitting.isPractice ? [] : hall.unsavedNumbers()}
          blankMarks={blankMarks}
          submit={() => {
            close('summary')
            void hall.submit('reader')
          }}
          onClose={() => close('summary')}
          words={words}
        />
      )
    case 'rescue':
      return (
        <Rescue
          code={hall.rescueCode()}
          address={href.rescue}
          onClose={() => close('rescue')}
          words={words}
        />
      )
  }
}
