import type { JournalStatus } from '../../device/attempt-journal.ts'
import { Dialog } from './dialog.tsx'
import { keepingText } from './saved-sign.tsx'
import type { HallMessages } from './message-keys.ts'

export type MenuChoice = 'instructions' | 'paper' | 'keyboard' | 'rescue'

/** What is needed now and then: where the answers are, the instructions, the paper at a glance, the rescue code, the way out. */
export function Menu({
  status,
  isKept,
  leaveHref,
  choose,
  onClose,
  words,
}: {
  status: JournalStatus
  /** Whether the hall opens without a network. */
  isKept: boolean
  leaveHref: string
  choose: (choice: MenuChoice) => void
  onClose: () => void
  words: HallMessages
}) {
  const choices: MenuChoice[] = ['paper', 'instructions', 'keyboard', 'rescue']
  return (
    <Dialog title={words.menu} onClose={onClose}>
      {(close) => (
        <>
          <p>
            {status.kept === 'memory' ? words.memory : keepingText(status, words)}{' '}
            {isKept && words.kept}
          </p>
          <ul className="menu">
            {choices.map((choice) => (
              <li key={choice}>
                <button
                  type="button"
                  onClick={() => {
                    close()
                    choose(choice)
                  }}
                >
                  {words[choice]}
                </button>
              </li>
            ))}
            <li>
              <a href={leaveHref}>
                {words.leave} <small>{words.leaveNote}</small>
              </a>
            </li>
          </ul>
          <button type="button" className="btn quiet wide" onClick={close}>
            {words.close}
          </button>
        </>
      )}
    </Dialog>
  )
}
