import { useEffect, useState } from 'react'
import { openJournal } from '../device/journal/attempt-journal.ts'
import type { AttemptOnPage } from '../device/journal/running-journal.ts'

/** On the result of an attempt that the clock has submitted: sends the answers that this device
 *  still has, and shows the new result. Cost: the journal's code, which the hall has fetched
 *  before. Without script: it shows nothing; the hall's offline copy sends them. */
export function LateAnswers({ attempt, sending }: { attempt: AttemptOnPage; sending: string }) {
  const [unsent, setUnsent] = useState(0)
  useEffect(() => {
    let close = () => {}
    let isClosed = false
    void openJournal(attempt).then((journal) => {
      if (isClosed) return journal.close()
      const hadUnsent = journal.status.allSent === null
      const update = () => {
        const { unsent, allSent } = journal.status
        setUnsent(unsent)
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
  }, [attempt])
  return (
    <p className="small" role="status">
      {unsent > 0 && sending}
    </p>
  )
}

export default LateAnswers
