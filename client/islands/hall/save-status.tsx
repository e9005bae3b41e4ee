import type { JournalStatus } from '../../device/journal/journal-status.ts'
import { signOf, type SaveSign } from '../../device/journal/save-sign.ts'
import type { HallMessages } from './message-keys.ts'
import { fillMessage } from './messages.ts'

/** Where the answers are stored, as the site's logo of four circles: one is filled if they are on
 *  this phone, all four if they are sent. Opens the menu, which explains it. */
export function SaveStatus({
  status,
  messages,
  open,
}: {
  status: JournalStatus
  messages: HallMessages
  open: () => void
}) {
  const sign = signOf(status)
  return (
    <button
      type="button"
      className={`save-status ${sign.kind}`}
      aria-haspopup="dialog"
      onClick={open}
    >
      <Circles sign={sign} />
      <span className="label">
        {sign.kind === 'saved' && !sign.isStored ? '…' : messages[sign.kind]}
      </span>
      <span className="unseen">. {saveStatusText(status, messages)}</span>
    </button>
  )
}

/** All four are filled if all answers are sent, one if they are on this phone, none if they are
 *  only in this page. */
export const Circles = ({ sign }: { sign: SaveSign }) => (
  <span className="circles" aria-hidden="true">
    {[0, 1, 2, 3].map((circle) => (
      <i
        key={circle}
        className={sign.kind === 'sent' || (circle === 1 && sign.isStored) ? 'on' : undefined}
      />
    ))}
  </span>
)

/** The messages of `saveStatusText`. */
export type SaveMessages = Pick<
  HallMessages,
  'sentLong' | 'savedLong' | 'offline' | 'offlineLong' | 'memory' | 'refusedLong' | 'refusedStored'
>

/** The status as a sentence or two. It claims of this phone only what its storages confirm. */
export function saveStatusText(status: JournalStatus, messages: SaveMessages): string {
  const sign = signOf(status)
  switch (sign.kind) {
    case 'sent':
      return messages.sentLong
    case 'saved':
      return sign.isStored ? messages.savedLong : messages.memory
    case 'offline':
      return sign.isStored ? messages.offlineLong : `${messages.offline}. ${messages.memory}`
    case 'refused': {
      const text = fillMessage(messages.refusedLong, { count: sign.count })
      return `${text} ${sign.isStored ? messages.refusedStored : messages.memory}`
    }
  }
}
