import type { JournalStatus } from '../../device/journal/journal-status.ts'
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
  const kind = kindOf(status)
  return (
    <button type="button" className={`save-status ${kind}`} aria-haspopup="dialog" onClick={open}>
      <span className="circles" aria-hidden="true">
        {[0, 1, 2, 3].map((circle) => (
          <i key={circle} className={kind === 'sent' || circle === 1 ? 'on' : undefined} />
        ))}
      </span>
      {messages[kind]}
      <span className="unseen">. {saveStatusText(status, messages)}</span>
    </button>
  )
}

const kindOf = ({ link, unsent, stuck }: JournalStatus): 'sent' | 'saved' | 'offline' => {
  if (link === 'offline') return 'offline'
  return unsent > stuck ? 'saved' : 'sent'
}

/** The status as a sentence. */
export function saveStatusText(status: JournalStatus, messages: HallMessages): string {
  switch (kindOf(status)) {
    case 'sent':
      return messages.sentLong
    case 'saved':
      return fillMessage(messages.savedLong, { count: status.unsent })
    case 'offline':
      return messages.offlineLong
  }
}
