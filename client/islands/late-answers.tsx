import { useEffect, useState } from 'react'
import type { AttemptOnPage } from '../device/journal/attempt-on-page.ts'
import type { SaveMessages } from './hall/save-status.tsx'

/** On the result of an attempt that the clock has submitted: sends the answers that this device
 *  still has, says where they are, and shows the new result. Cost: the hall's script, which the
 *  hall has fetched before. Without script: shows nothing; the hall's offline copy sends them. */
export function LateAnswers({
  attempt,
  messages,
}: {
  attempt: AttemptOnPage
  messages: SaveMessages
}) {
  const [text, setText] = useState('')
  useEffect(() => {
    let close = () => {}
    let isClosed = false
    void import('./exam-hall.tsx').then(async ({ openJournal, saveStatusText }) => {
      const journal = await openJournal(attempt)
      if (isClosed) return journal.close()
      const hadUnsent = journal.status.allSent === null
      const update = () => {
        const { status } = journal
        setText(status.allSent ? '' : saveStatusText(status, messages))
        if (hadUnsent && status.allSent) location.reload()
      }
      const unsubscribe = journal.subscribe(update)
      close = () => {
        unsubscribe()
        journal.close()
      }
      update()
    })
    return () => {
      isClosed = true
      close()
    }
    // The props of an island never change.
  }, [attempt, messages])
  return (
    <p className="small" role="status">
      {text}
    </p>
  )
}

export default LateAnswers
