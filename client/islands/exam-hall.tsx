import { useEffect, useRef, useState } from 'react'
import { questionIdsIn } from '../../domain/attempt/question-ids.ts'
import { openJournal } from '../device/journal/attempt-journal.ts'
import { sendLeftEvents } from '../device/journal/left-events.ts'
import { removeHallCopy } from '../device/offline-hall/hall-copy.ts'
import { AnswerSheet } from './hall/answer-sheet.ts'
import { replaceHall } from './hall/back-guard.ts'
import type { OpenHall } from './hall/hall-context.ts'
import type { HallProps } from './hall/hall-view.ts'
import { Hall } from './hall/hall.ts'
import { adoptHallStyles, LiveHall } from './hall/live-hall.tsx'
import { fetchHallMessages } from './hall/messages.ts'
import { storeOfflineCopy } from './hall/offline-copy.ts'
import { skinFor } from './hall/preferences.ts'
import { saveStatusText } from './hall/save-status.tsx'
import { StaticTopBar } from './hall/static-top-bar.tsx'

/** The exam hall: shows one question of the page's form at a time, with palette, clock and buttons,
 *  and stores every tap.
 *  Cost: about 20 KB in addition to React's shared chunk, with messages and styles.
 *  Without script, or after a crash: the paper is a form. */
export function ExamHall(props: HallProps) {
  const top = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<OpenHall | null>(null)
  useEffect(() => {
    const form = top.current?.closest('form')
    // Runs once per page: the props come from the server and never change.
    return form ? openHall(form, props, setOpen) : undefined
  }, [])
  return (
    <div ref={top}>
      {open ? (
        <LiveHall {...props} open={open} />
      ) : (
        <StaticTopBar sections={props.sections} messages={props.staticBar} />
      )}
    </div>
  )
}

/** Opens the hall in a form. Returns the function that closes it and restores the form. */
function openHall(
  form: HTMLFormElement,
  { attempt, questions, isRailway: isUsual, href, locale }: HallProps,
  onOpen: (open: OpenHall) => void,
) {
  const ids = questionIdsIn(questions)
  const isRailway = skinFor(attempt.id, isUsual ? 'railway' : 'standard') === 'railway'
  const isPractice = attempt.mode === 'practice'
  let hall: Hall | null = null
  let isClosed = false
  const opening = openJournal({ ...attempt, questions: ids })
  // Only practice shows keys before the result.
  const keyModule = isPractice ? import('./hall/revealed-key.tsx') : null
  void Promise.all([opening, fetchHallMessages(locale), keyModule]).then(
    ([journal, messages, key]) => {
      if (isClosed) return journal.close()
      adoptHallStyles()
      const sheet = new AnswerSheet(form, ids)
      hall = new Hall(journal, sheet, attempt, { isPractice, isRailway }, () => {
        if (isClosed) return
        isClosed = true
        void removeHallCopy(attempt.id)
        replaceHall(href.result)
      })
      onOpen({ hall, messages, isRailway, RevealedKey: key?.RevealedKey ?? null })
      void storeOfflineCopy(attempt.id, form)
    },
  )
  return () => {
    isClosed = true
    hall?.close()
  }
}

/** What other pages use of the hall, without files of their own in it: they prepare it, or send
 *  answers that come late. */
export { fetchHallMessages, openJournal, saveStatusText, sendLeftEvents }
export default ExamHall
