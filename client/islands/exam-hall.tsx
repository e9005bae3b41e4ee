import { useEffect, useRef, useState } from 'react'
import { openJournal } from '../device/attempt-journal.ts'
import { QuietBar } from './hall/bar.tsx'
import { Hall } from './hall/hall.ts'
import { LiveHall } from './hall/live-hall.tsx'
import type { HallSection } from './hall/sections.ts'
import { Sheet } from './hall/sheet.ts'
import type { HallWords } from './hall/words.ts'

export type HallProps = {
  attempt: {
    id: string
    carryKey: string
    mode: 'exam' | 'practice'
    /** ms since 1970; null where no clock runs. */
    endsAtMs: number | null
    serverNowMs: number
    sections: readonly { section: string; startsAtMs: number; endsAtMs: number }[]
  }
  count: number
  isRailway: boolean
  sections: readonly HallSection[]
  /** What a question without any circle costs, as people write it; null where it costs nothing. */
  blankMarks: string | null
  /** When it ends, in words; null where no clock runs. */
  endText: string | null
  href: { result: string; leave: string; signIn: string; rescue: string }
  words: HallWords
}

/** The examination hall: turns the page's form into one question at a time, with palette, clock and buttons, and keeps every tap.
 *  Cost: about 14 KB beside React's shared chunk.
 *  Without script: the whole paper as a form below, which is also what stays if this breaks. */
export function ExamHall(props: HallProps) {
  const top = useRef<HTMLDivElement>(null)
  const [hall, setHall] = useState<Hall | null>(null)
  useEffect(() => {
    const form = top.current?.closest('form')
    return form ? enter(form, props, setHall) : undefined
    // Once for the page: the props are the server's and never change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const { count, endText, sections, words } = props
  return (
    <div ref={top} className="on-top">
      {hall ? (
        <LiveHall hall={hall} {...props} />
      ) : (
        <QuietBar count={count} endText={endText} sections={sections} words={words} />
      )}
    </div>
  )
}

function enter(form: HTMLFormElement, props: HallProps, show: (hall: Hall) => void) {
  const { attempt, isRailway, href } = props
  const sheet = new Sheet(form)
  const questions = sheet.places.map(({ id }) => id)
  let hall: Hall | null = null
  let isLeft = false
  void openJournal({ ...attempt, questions }).then((journal) => {
    if (isLeft) return journal.close()
    const manner = { isPractice: attempt.mode === 'practice', isRailway }
    hall = new Hall(journal, sheet, attempt, manner, () => location.replace(href.result))
    show(hall)
  })
  return () => {
    isLeft = true
    hall?.close()
  }
}

export default ExamHall
