import { useEffect, useState } from 'react'
import type { AttemptOnPage } from '../device/journal/running-journal.ts'

/** On the result of an attempt that the clock has submitted: sends the answers that this device
 *  still has, and shows the new result. Cost: the hall's script, which the hall has fetched
 *  before. Without script: it shows nothing; the hall's offline copy sends them. */
export function LateAnswers({ attempt, sending }: { attempt: AttemptOnPage; sending: string }) {
  const [text, setText] = useState('')
  useEffect(() => {
    let close = () => {}
    let isClosed = false
    void import('./exam-hall.tsx').then(async ({ openJournal, fillMessage }) => {
      const journal = await openJournal(attempt)
      if (isClosed) return journal.close()
      const hadUnsent = journal.status.allSent === null
      const update = () => {
        const { unsent, allSent } = journal.status
        setText(unsent > 0 ? fillMessage(sending, { count: unsent }) : '')
        if (hadUnsent && allSent) location.reload()
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
  }, [attempt, sending])
  return (
    <p className="small" role="status">
      {text}
    </p>
  )
}

export default LateAnswers
