import { useEffect, useReducer, useRef, useState } from 'react'
import {
  countsOf,
  intervalsAt,
  nextCard,
  earliestDueMs,
} from '../../../domain/study/card-schedule.ts'
import { cardGrades, type CardGrade } from '../../../domain/study/review-log.ts'
import type { DeckCard, DeckMessages } from '../../../domain/study/flash-deck.ts'
import { Back, Front } from './card-faces.tsx'
import type { DeckLog } from './deck-log.ts'
import { fillCount, intervalText } from './interval-text.ts'

/** New cards per session. */
const maxNew = 20

/** Shows one card after another, due cards first. Space shows the answer; 1 to 4 grade it. */
export function ReviewSession({
  cards,
  log,
  messages,
  pageLang,
}: {
  cards: readonly DeckCard[]
  log: DeckLog
  messages: DeckMessages
  pageLang: string
}) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [isOpen, setOpen] = useState(false)
  const begun = useRef(new Set<string>())
  const shownAt = useRef(performance.now())
  const face = useRef<HTMLDivElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const [isBegun, setBegun] = useState(false)
  useEffect(() => log.subscribe(redraw), [log])
  useEffect(() => {
    container.current?.scrollIntoView()
    face.current?.focus({ preventScroll: true })
  }, [])

  const ids = cards.map(({ id }) => id)
  const [now, exam, schedule] = [log.now(), log.exam(), log.schedule()]
  const id = nextCard(ids, schedule, now, { exam, maxNew: maxNew - begun.current.size })
  const card = cards.find((one) => one.id === id)
  const counts = countsOf(ids, schedule, now, exam)

  function showAnswer() {
    setOpen(true)
    face.current?.focus()
  }

  function addReview(grade: CardGrade) {
    if (!card) return
    if (!schedule.has(card.id)) begun.current.add(card.id)
    log.review(card.id, grade, Math.round(performance.now() - shownAt.current))
    shownAt.current = performance.now()
    setBegun(true)
    setOpen(false)
    face.current?.focus()
  }

  function onKey({ key, target }: React.KeyboardEvent) {
    const digit = cardGrades.find((one) => key === String(one))
    if (isOpen && digit) addReview(digit)
    else if (!isOpen && key === ' ' && target === face.current) showAnswer()
  }

  return (
    <div ref={container} className="session" onKeyDown={onKey}>
      <p className="small counts" role="status">
        {messages.counts
          .replace('{due}', String(counts.due))
          .replace('{fresh}', String(counts.fresh))
          .replace('{learned}', String(counts.learned))}
      </p>
      <div ref={face} className="card face" tabIndex={-1} lang={card?.lang}>
        {card ? (
          <>
            <div className="front">
              <Front card={card} />
            </div>
            {isOpen && <Back card={card} explanation={messages.explanation} pageLang={pageLang} />}
          </>
        ) : (
          <Finished messages={messages} nextMs={earliestDueMs(ids, schedule, exam)} now={now} />
        )}
      </div>
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
      <SaveState log={log} messages={messages} isBegun={isBegun} />
    </div>
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
}: {
  messages: DeckMessages
  nextMs: number | null
  now: number
}) {
  return (
    <div className="front">
      <b className="asked">{messages.done}</b>
      {nextMs !== null && (
        <span>{messages.doneNext.replace('{when}', intervalText(nextMs - now, messages))}</span>
      )}
    </div>
  )
}

/** Shows whether the reviews are sent, or stored on this device. */
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
  if (unsent === 0 && !isBegun) return <p className="small standing" role="status" />
  return (
    <p className="small standing" role="status">
      {unsent === 0
        ? messages.sent
        : isStored
          ? fillCount(messages.unsent, unsent)
          : messages.unkept}
    </p>
  )
}
