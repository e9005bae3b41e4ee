import { useEffect, useReducer, useRef, useState } from 'react'
import {
  countsOf,
  dueByDay,
  intervalsAt,
  nextCard,
  earliestDueMs,
} from '../../../domain/study/card-schedule.ts'
import { cardGrades, type CardGrade } from '../../../domain/study/review-log.ts'
import type { DeckCard, DeckMessages } from '../../../domain/study/flash-deck.ts'
import { Back, Front } from './card-faces.tsx'
import type { DeckLog } from './deck-log.ts'
import { DueCalendar } from './due-calendar.tsx'
import { fillCount, intervalText } from './interval-text.ts'

/** New cards per session. */
const maxNew = 20

/** Shows one card after another over the whole screen, due cards first, with what is tapped at its
 *  lower edge. Space shows the answer; 1 to 4 grade it. The phone's back button closes it. */
export function ReviewSession({
  cards,
  log,
  messages,
  pageLang,
  onClose,
}: {
  cards: readonly DeckCard[]
  log: DeckLog
  messages: DeckMessages
  pageLang: string
  onClose: () => void
}) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [isOpen, setOpen] = useState(false)
  const begun = useRef(new Set<string>())
  const again = useRef<string | null>(null)
  const shownAt = useRef(performance.now())
  const face = useRef<HTMLDivElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const [isBegun, setBegun] = useState(false)
  useEffect(() => log.subscribe(redraw), [log])
  useEffect(() => {
    dialog.current?.showModal()
    face.current?.focus()
    history.pushState(null, '')
    addEventListener('popstate', onClose)
    return () => removeEventListener('popstate', onClose)
  }, [onClose])

  const ids = cards.map(({ id }) => id)
  const [now, exam, schedule] = [log.now(), log.exam(), log.schedule()]
  const next = nextCard(ids, schedule, now, { exam, maxNew: maxNew - begun.current.size })
  const id = again.current ?? next
  const card = cards.find((one) => one.id === id)
  const counts = countsOf(ids, schedule, now, exam)

  function showAnswer() {
    setOpen(true)
    face.current?.focus()
  }

  function showNext() {
    shownAt.current = performance.now()
    setOpen(false)
    face.current?.focus()
  }

  function addReview(grade: CardGrade) {
    if (!card) return
    if (!schedule.has(card.id)) begun.current.add(card.id)
    again.current = null
    log.review(card.id, grade, Math.round(performance.now() - shownAt.current))
    setBegun(true)
    showNext()
  }

  /** Shows the card that was graded last once more. */
  function undo() {
    again.current = log.undo()
    if (again.current !== null && !log.schedule().has(again.current))
      begun.current.delete(again.current)
    showNext()
  }

  function onKey({ key, target }: React.KeyboardEvent) {
    const digit = cardGrades.find((one) => key === String(one))
    if (isOpen && digit) addReview(digit)
    else if (!isOpen && key === ' ' && target === face.current) showAnswer()
  }

  return (
    <dialog
      ref={dialog}
      className="review"
      aria-label={messages.start}
      onKeyDown={onKey}
      onCancel={(event) => {
        event.preventDefault()
        history.back()
      }}
    >
      <div className="review-bar">
        <button type="button" aria-label={messages.all} onClick={() => history.back()}>
          ×
        </button>
        <p className="small counts" role="status">
          {messages.counts
            .replace('{due}', String(counts.due))
            .replace('{fresh}', String(counts.fresh))
            .replace('{learned}', String(counts.learned))}
        </p>
      </div>
      <div ref={face} className="face" tabIndex={-1} lang={card?.lang}>
        {card ? (
          <>
            <div className="front">
              <Front card={card} />
            </div>
            {isOpen && <Back card={card} explanation={messages.explanation} pageLang={pageLang} />}
          </>
        ) : (
          <Finished
            messages={messages}
            nextMs={earliestDueMs(ids, schedule, exam)}
            now={now}
            days={dueByDay(ids, schedule, now, { exam, days: 14 })}
            pageLang={pageLang}
          />
        )}
      </div>
      <div className="thumb">
        {card && !isOpen && (
          <button type="button" className="btn wide" onClick={showAnswer}>
            {messages.showAnswer}
          </button>
        )}
        {card && isOpen && (
          <Grades
            intervals={intervalsAt(card.id, schedule.get(card.id), now, exam)}
            messages={messages}
            onGrade={addReview}
          />
        )}
        {!card && (
          <button type="button" className="btn wide" onClick={() => history.back()}>
            {messages.all}
          </button>
        )}
        <div className="thumb-line">
          <SaveState log={log} messages={messages} isBegun={isBegun} />
          {log.canUndo() && (
            <button type="button" className="undo" onClick={undo}>
              {messages.undo}
            </button>
          )}
        </div>
      </div>
    </dialog>
  )
}

function Grades({
  intervals,
  messages,
  onGrade,
}: {
  intervals: Record<CardGrade, number>
  messages: DeckMessages
  onGrade: (grade: CardGrade) => void
}) {
  const names = { 1: messages.again, 2: messages.hard, 3: messages.good, 4: messages.easy }
  return (
    <fieldset className="grades">
      <legend>{messages.howWell}</legend>
      {cardGrades.map((grade) => (
        <button
          key={grade}
          type="button"
          className={grade === 3 ? 'btn' : 'btn quiet'}
          aria-keyshortcuts={String(grade)}
          onClick={() => onGrade(grade)}
        >
          <span>{names[grade]}</span> <small>{intervalText(intervals[grade], messages)}</small>
        </button>
      ))}
    </fieldset>
  )
}

function Finished({
  messages,
  nextMs,
  now,
  days,
  pageLang,
}: {
  messages: DeckMessages
  nextMs: number | null
  now: number
  days: readonly { on: string; cards: number }[]
  pageLang: string
}) {
  return (
    <div className="front">
      <b className="asked">{messages.done}</b>
      {nextMs !== null && (
        <span>{messages.doneNext.replace('{when}', intervalText(nextMs - now, messages))}</span>
      )}
      {nextMs !== null && <DueCalendar days={days} messages={messages} pageLang={pageLang} />}
    </div>
  )
}

/** Shows whether the reviews are sent, or stored on this device. Nothing while all that waits was
 *  taken back. */
function SaveState({
  log,
  messages,
  isBegun,
}: {
  log: DeckLog
  messages: DeckMessages
  isBegun: boolean
}) {
  const { unsent, isStored } = log.status()
  const cards = log.unsentCards()
  const stored = isStored ? cards > 0 && fillCount(messages.unsent, cards) : messages.unkept
  return (
    <p className="small standing" role="status">
      {unsent > 0 ? stored : isBegun && messages.sent}
    </p>
  )
}
