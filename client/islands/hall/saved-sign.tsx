import type { JournalStatus } from '../../device/attempt-journal.ts'
import type { HallMessages } from './message-keys.ts'
import { fillMessage } from './messages.ts'

/** How it stands with the answers, as the sign of the house: one circle filled is on this phone, all four is sent. */
export function SavedSign({
  status,
  words,
  open,
}: {
  status: JournalStatus
  words: HallMessages
  open: () => void
}) {
  const kind = keeping(status)
  return (
    <button type="button" className={`kept ${kind}`} aria-haspopup="dialog" onClick={open}>
      <span className="bubbles" aria-hidden="true">
        {[0, 1, 2, 3].map((circle) => (
          <i key={circle} className={kind === 'sent' || circle === 1 ? 'on' : undefined} />
        ))}
      </span>
      {words[kind]}
      <span className="unseen">. {keepingText(status, words)}</span>
    </button>
  )
}

const keeping = ({ link, unsent, stuck }: JournalStatus): 'sent' | 'saved' | 'offline' => {
  if (link === 'offline') return 'offline'
  return unsent > stuck ? 'saved' : 'sent'
}

/** The same as a sentence. */
export function keepingText(status: JournalStatus, words: HallMessages): string {
  switch (keeping(status)) {
    case 'sent':
      return words.sentLong
    case 'saved':
      return fillMessage(words.savedLong, { count: status.unsent })
    case 'offline':
      return words.offlineLong
  }
}
