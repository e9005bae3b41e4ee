import { useEffect, useRef, useState } from 'react'
import { openJournal } from '../device/journal/attempt-journal.ts'
import { removeHallCopy } from '../device/offline-hall/hall-copy.ts'
import { AnswerSheet } from './hall/answer-sheet.ts'
import type { OpenHall } from './hall/hall-context.ts'
import type { HallProps } from './hall/hall-view.ts'
import { Hall } from './hall/hall.ts'
import { adoptHallStyles, LiveHall } from './hall/live-hall.tsx'
import { fetchHallMessages } from './hall/messages.ts'
import { storeOfflineCopy } from './hall/offline-copy.ts'
import { skinFor } from './hall/preferences.ts'
import { StaticTopBar } from './hall/top-bar.tsx'

/** The exam hall: turns the page's form into one question at a time, with palette, clock and
 *  buttons, and stores every tap.
 *  Cost: about 20 KB beside React's shared chunk, its messages and styles included.
 *  Without script: the whole paper as a form, which is also what remains if this crashes. */
export function ExamHall(props: HallProps) {
  const top = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<OpenHall | null>(null)
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    const form = top.current?.closest('form')
    // Once for the page: the props are the server's and never change.
    return form ? openHall(form, props, setOpen, setKept) : undefined
  }, [])
  return (
    <div ref={top}>
      {open ? (
        <LiveHall {...props} open={open} isKept={isKept} />
      ) : (
        <StaticTopBar sections={props.sections} messages={props.staticBar} />
      )}
    </div>
  )
}

/** Opens the hall in a form. Returns what closes it and leaves the form as it was. */
function openHall(
  form: HTMLFormElement,
  { attempt, questions, isRailway: isUsual, href, locale }: HallProps,
  onOpen: (open: OpenHall) => void,
  onKept: (isKept: boolean) => void,
) {
  const ids = questions.split(' ')
  const isRailway = skinFor(attempt.id, isUsual ? 'railway' : 'standard') === 'railway'
  const isPractice = attempt.mode === 'practice'
  let hall: Hall | null = null
  let isLeft = false
  const opening = openJournal({ ...attempt, questions: ids })
  // Only practice shows a key here.
  const keyModule = isPractice ? import('./hall/revealed-key.tsx') : null
  void Promise.all([opening, fetchHallMessages(locale), keyModule]).then(
    ([journal, messages, key]) => {
      if (isLeft) return journal.close()
      adoptHallStyles()
      const sheet = new AnswerSheet(form, ids)
      hall = new Hall(journal, sheet, attempt, { isPractice, isRailway }, () => {
        if (isLeft) return
        isLeft = true
        void removeHallCopy(attempt.id)
        location.replace(href.result)
      })
      onOpen({ hall, messages, isRailway, RevealedKey: key?.RevealedKey ?? null })
      void storeOfflineCopy(attempt.id, form).then(onKept)
    },
  )
  return () => {
    isLeft = true
    hall?.close()
  }
}

export default ExamHall
