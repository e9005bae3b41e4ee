import { useEffect, useRef, useState } from 'react'
import type { Locale } from '../../domain/locale.ts'
import { openJournal } from '../device/attempt-journal.ts'
import { forgetHall } from '../device/hall-copy.ts'
import { QuietBar, type QuietWords } from './hall/bar.tsx'
import { Hall } from './hall/hall.ts'
import { keepCopy } from './hall/keep-copy.ts'
import { keptSkin } from './hall/kept-place.ts'
import { LiveHall, type Entered } from './hall/live-hall.tsx'
import type { HallSection } from './hall/sections.ts'
import { Sheet } from './hall/sheet.ts'
import { dressHall } from './hall/style.ts'
import { fetchHallMessages } from './hall/messages.ts'

/** Times are ms since 1970. */
export type HallProps = {
  attempt: {
    id: string
    carryKey: string
    mode: 'exam' | 'practice'
    /** null where no clock runs. */
    endsAtMs: number | null
    serverNowMs: number
    sections: readonly { section: string; startsAtMs: number; endsAtMs: number }[]
  }
  /** Their ids in the paper's order, with spaces between. */
  questions: string
  isRailway: boolean
  sections: readonly HallSection[]
  /** What a question without any circle costs, as people write it; null where it costs nothing. */
  blankMarks: string | null
  href: { result: string; leave: string; signIn: string; rescue: string }
  locale: Locale
  /** What stands there until the other words have come. */
  quiet: QuietWords
}

/** The examination hall: turns the page's form into one question at a time, with palette, clock and buttons, and keeps every tap.
 *  Cost: about 20 KB beside React's shared chunk, its words and style included.
 *  Without script: the whole paper as a form below, which is also what stays if this breaks. */
export function ExamHall(props: HallProps) {
  const top = useRef<HTMLDivElement>(null)
  const [live, setLive] = useState<Entered | null>(null)
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    const form = top.current?.closest('form')
    // Once for the page: the props are the server's and never change.
    return form ? enter(form, props, setLive, setKept) : undefined
  }, [])
  return (
    <div ref={top}>
      {live ? (
        <LiveHall {...props} entered={live} isKept={isKept} />
      ) : (
        <QuietBar sections={props.sections} words={props.quiet} />
      )}
    </div>
  )
}

/** Opens the hall in a form; the function that is returned closes it and leaves the form as it was. */
function enter(
  form: HTMLFormElement,
  { attempt, questions, isRailway: isUsual, href, locale }: HallProps,
  show: (entered: Entered) => void,
  onKept: (isKept: boolean) => void,
) {
  const ids = questions.split(' ')
  const isRailway = keptSkin(attempt.id, isUsual ? 'railway' : 'standard') === 'railway'
  let hall: Hall | null = null
  let isLeft = false
  const opening = openJournal({ ...attempt, questions: ids })
  // Only in practice is a key ever shown here.
  const ofPractice = attempt.mode === 'practice' ? import('./hall/key-shown.tsx') : null
  void Promise.all([opening, fetchHallMessages(locale), ofPractice]).then(
    ([journal, words, shown]) => {
      if (isLeft) return journal.close()
      dressHall()
      const manner = { isPractice: attempt.mode === 'practice', isRailway }
      const sheet = new Sheet(form, ids)
      hall = new Hall(journal, sheet, attempt, manner, () => {
        if (isLeft) return
        isLeft = true
        void forgetHall(attempt.id)
        location.replace(href.result)
      })
      show({ hall, words, isRailway, KeyShown: shown?.KeyShown ?? null })
      void keepCopy(attempt.id, form).then(onKept)
    },
  )
  return () => {
    isLeft = true
    hall?.close()
  }
}

export default ExamHall
