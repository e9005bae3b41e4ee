import { untouched, type AttemptState, type QuestionState } from '../../../rules/journal.ts'
import type { AttemptJournal, JournalStatus } from '../../device/attempt-journal.ts'
import type { Revealed } from '../../device/server-answer.ts'
import { watchHours, type Hours } from './hours.ts'
import { keepPlace, keptPlace, takeLesson } from './kept-place.ts'
import type { Sheet } from './sheet.ts'
import { Stopwatch } from './stopwatch.ts'
import { unsavedNumbers } from './unsaved.ts'

/** How a hall behaves: a tap saves in practice only; a railway hall stays at a question that is marked. */
export type HallManner = { isPractice: boolean; isRailway: boolean }

export type Notice =
  | { kind: 'not-saved'; number: number }
  | { kind: 'last' }
  | { kind: 'section-over' | 'section-closed'; section: string }
  | { kind: 'check-offline' }

/** What is to be seen. `at`: the question that is open, from 0. handing-in: submitted here, and perhaps still waiting for the
 *  network; elsewhere: another page or device has submitted. */
export type HallView = {
  stage: 'sitting' | 'paused' | 'paper' | 'handing-in' | 'elsewhere'
  at: number
  state: AttemptState
  status: JournalStatus
  notice: Notice | null
  revealed: Revealed | null
}

export type HallButton = 'save' | 'mark' | 'clear' | 'next' | 'previous'

type HallAttempt = Hours & { id: string }

/** An attempt that somebody is sitting: turns taps into events of the journal, and keeps the sheet in step with it. */
export class Hall {
  readonly #journal: AttemptJournal
  readonly #sheet: Sheet
  readonly #attemptId: string
  readonly #hours: ReturnType<typeof watchHours>
  readonly #manner: HallManner
  readonly #onSubmitted: () => void
  readonly #stopwatch = new Stopwatch(() => performance.now())
  readonly #listeners = new Set<() => void>()
  readonly #revealed = new Map<string, Revealed>()
  readonly #undo: (() => void)[] = []
  #at = 0
  #stage: HallView['stage'] = 'sitting'
  #notice: Notice | null = null
  #view: HallView

  /** `onSubmitted`: the server has the whole attempt, handed in from here. */
  constructor(
    journal: AttemptJournal,
    sheet: Sheet,
    attempt: HallAttempt,
    manner: HallManner,
    onSubmitted: () => void,
  ) {
    this.#journal = journal
    this.#sheet = sheet
    this.#attemptId = attempt.id
    this.#manner = manner
    this.#onSubmitted = onSubmitted
    this.#hours = watchHours(attempt, this.now, {
      onSection: (section) => this.#moveTo(section),
      onEnd: () => void this.submit('clock'),
    })
    this.#view = this.#latest()
    if (journal.state.isSubmitted) this.#stage = 'handing-in'
    const onVisible = () => this.#onVisibility()
    document.addEventListener('visibilitychange', onVisible)
    this.#undo.push(
      sheet.enliven({ choose: (index, option) => this.#choose(index, option), language: () => {} }),
      journal.subscribe(() => this.#refresh()),
      () => document.removeEventListener('visibilitychange', onVisible),
    )
    this.#open(this.#firstPlace())
    this.#hours.look()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The same object until something changes. */
  readonly view = () => this.#view

  readonly now = () => this.#journal.now()

  get count() {
    return this.#sheet.places.length
  }

  get sections() {
    return this.#sheet.places.map(({ section }) => section)
  }

  /** How long the open question has been in front of the reader since the last event, in ms. */
  readonly measuredMs = () => this.#stopwatch.read()

  close() {
    this.#hours.stop()
    // What stays is a form: it shall hold every answer.
    this.#sheet.places.forEach((_, index) =>
      this.#sheet.fill(index, this.stateAt(index)?.chosen ?? null),
    )
    for (const undo of this.#undo) undo()
    this.#journal.close()
  }

  press(button: HallButton) {
    if (this.#stage !== 'sitting') return
    switch (button) {
      case 'save':
        this.#write('save', this.#question.chosen)
        return this.#goOn()
      case 'mark':
        this.#write('mark', this.#question.chosen)
        return this.#manner.isRailway ? this.#say(null) : this.#goOn()
      case 'clear':
        this.#write('clear')
        return this.#say(null)
      case 'next':
        this.#write('leave')
        return this.#goOn()
      case 'previous':
        return this.goTo(Math.max(0, this.#at - 1))
    }
  }

  /** By the palette or a tab: what was chosen and not saved is journalled, but does not count. */
  readonly goTo = (index: number) => {
    if (this.#stage === 'paper') this.showPaper(false)
    if (this.#stage !== 'sitting' || index === this.#at) return this.#sheet.focus()
    const closed = this.#closedSection(index)
    if (closed !== null) return this.#say({ kind: 'section-closed', section: closed })
    const { chosen, saved } = this.#question
    const isUnsaved = chosen !== saved
    const number = this.#at + 1
    this.#write('leave')
    this.#open(index)
    this.#sheet.focus()
    this.#say(isUnsaved && takeLesson() ? { kind: 'not-saved', number } : null)
  }

  /** Practice: asks for the key. */
  async check() {
    const { id } = this.#place
    // What was chosen is saved already; this keeps the time that it took.
    this.#write('visit')
    const revealed = await this.#journal.reveal(id)
    if (revealed) this.#revealed.set(id, revealed)
    else this.#notice = { kind: 'check-offline' }
    this.#refresh()
  }

  pause(isPaused: boolean) {
    this.#stage = isPaused ? 'paused' : 'sitting'
    if (isPaused) this.#stopwatch.stop()
    else this.#stopwatch.go()
    this.#sheet.view = isPaused ? 'nothing' : 'question'
    this.#refresh()
  }

  /** The whole paper at a glance, or the open question again. */
  showPaper(isShown: boolean) {
    this.#stage = isShown ? 'paper' : 'sitting'
    this.#sheet.view = isShown ? 'paper' : 'question'
    this.#refresh()
    if (!isShown) this.#sheet.focus()
  }

  readonly unsavedNumbers = () =>
    unsavedNumbers(
      this.#journal.state,
      this.#sheet.places.map(({ id }) => id),
    )

  stateAt(index: number): QuestionState | undefined {
    return this.#journal.state.questions.get(this.#sheet.places[index]?.id ?? '')
  }

  async submit(by: 'reader' | 'clock') {
    if (this.#isOver) return
    this.#write('leave')
    this.#hours.stop()
    this.#stage = 'handing-in'
    this.#sheet.view = 'nothing'
    this.#refresh()
    const outcome = await this.#journal.submit(by)
    // The device's clock was ahead: the server says that there is time left.
    if (outcome === 'waiting' && !this.#journal.state.isSubmitted && !this.#hours.isOver()) {
      this.#stage = 'sitting'
      this.#sheet.view = 'question'
      this.#stopwatch.go()
      this.#hours.look()
    }
    this.#refresh()
  }

  readonly tryNow = () => void this.#journal.flush()

  readonly rescueCode = () => this.#journal.rescueCode()

  /** Nothing can be answered here any more. */
  get #isOver() {
    return this.#stage === 'handing-in' || this.#stage === 'elsewhere'
  }

  get #place() {
    return this.#sheet.places[this.#at]!
  }

  get #question(): QuestionState {
    return this.#journal.state.questions.get(this.#place.id) ?? untouched
  }

  #choose(index: number, option: number) {
    if (index !== this.#at || this.#stage !== 'sitting' || this.#question.isRevealed)
      return this.#fill()
    this.#write(this.#manner.isPractice ? 'save' : 'choose', option)
    this.#say(null)
  }

  #write(kind: Parameters<AttemptJournal['write']>[0]['kind'], option: number | null = null) {
    const spentMs = this.#stopwatch.take()
    this.#journal.write({
      kind,
      question: this.#place.id,
      option,
      locale: this.#sheet.locale,
      spentMs,
    })
  }

  #goOn() {
    const next = this.#at + 1
    if (next >= this.count) return this.#say({ kind: 'last' })
    const closed = this.#closedSection(next)
    if (closed !== null) return this.#say({ kind: 'section-closed', section: closed })
    this.#open(next)
    this.#sheet.focus()
    this.#say(null)
  }

  #open(index: number) {
    this.#at = index
    this.#sheet.show(index)
    keepPlace(this.#attemptId, index)
    if (this.#stage === 'sitting' && !this.#question.isVisited) this.#write('visit')
    const { id } = this.#place
    if (this.#question.isRevealed && !this.#revealed.has(id)) void this.#revealAgain(id)
    this.#refresh()
  }

  /** What was checked before the page was opened is asked for again; offline it stays unsaid. */
  async #revealAgain(id: string) {
    const revealed = await this.#journal.reveal(id)
    if (revealed) this.#revealed.set(id, revealed)
    this.#refresh()
  }

  #say(notice: Notice | null) {
    this.#notice = notice
    this.#refresh()
  }

  /** Where the reader was last on this device; else the first question that was not opened yet. */
  #firstPlace(): number {
    const kept = keptPlace(this.#attemptId)
    const fresh = this.#sheet.places.findIndex(
      ({ id }) => !this.#journal.state.questions.get(id)?.isVisited,
    )
    const wanted = kept !== null && kept < this.count ? kept : Math.max(0, fresh)
    const open = this.#hours.openSection()
    if (open === null || this.#sheet.places[wanted]?.section === open) return wanted
    return this.#sheet.places.findIndex(({ section }) => section === open)
  }

  #closedSection(index: number): string | null {
    const open = this.#hours.openSection()
    const section = this.#sheet.places[index]?.section ?? null
    return open === null || section === open ? null : section
  }

  /** A section's own time is over: on to the first question of the next. */
  #moveTo(section: string) {
    if (section === this.#place.section || this.#isOver) return
    const over = this.#place.section ?? ''
    if (this.#stage === 'paper') this.showPaper(false)
    this.#write('leave')
    this.#open(this.#sheet.places.findIndex((place) => place.section === section))
    this.#sheet.focus()
    this.#say({ kind: 'section-over', section: over })
  }

  #onVisibility() {
    if (document.visibilityState === 'visible') {
      if (this.#stage === 'sitting') this.#stopwatch.go()
      if (!this.#isOver) this.#hours.look()
    } else {
      this.#stopwatch.stop()
      // The page may never come back: what was measured shall not be lost with it.
      if (this.#stage === 'sitting' && this.#stopwatch.read() > 1000) this.#write('visit')
    }
  }

  #fill() {
    const { chosen, isRevealed } = this.#question
    this.#sheet.fill(this.#at, chosen)
    const revealed = this.#revealed.get(this.#place.id)
    if (isRevealed) this.#sheet.settle(this.#at, revealed?.accepted ?? null)
  }

  #refresh() {
    this.#settleStage()
    this.#fill()
    this.#view = this.#latest()
    for (const listener of this.#listeners) listener()
  }

  /** What another page, another device or the server made of the attempt. */
  #settleStage() {
    const { state, status } = this.#journal
    if (this.#stage === 'handing-in') {
      if (status.isSubmitted && status.unsent === status.stuck) this.#onSubmitted()
    } else if (status.isSubmitted) this.#stage = 'elsewhere'
    else if (state.isSubmitted) this.#stage = 'handing-in'
    if (this.#isOver) {
      this.#stopwatch.stop()
      this.#sheet.view = 'nothing'
    }
  }

  #latest(): HallView {
    return {
      stage: this.#stage,
      at: this.#at,
      state: this.#journal.state,
      status: this.#journal.status,
      notice: this.#notice,
      revealed: this.#revealed.get(this.#place.id) ?? null,
    }
  }
}
