import { untouched, type QuestionState } from '../../../domain/attempt/journal.ts'
import type { AttemptJournal } from '../../device/attempt-journal.ts'
import type { Revealed } from '../../device/server-answer.ts'
import { closedSectionOf, firstPlaceOf, viewOf } from './course.ts'
import type { HallButton, HallManner, HallView, Notice } from './hall-view.ts'
import { watchHours, type Hours } from './hours.ts'
import { keepPlace, keptPlace, takeLesson } from './kept-place.ts'
import { once } from './once.ts'
import type { Sheet } from './sheet.ts'
import { Stopwatch } from './stopwatch.ts'
import { unsavedNumbers } from './unsaved.ts'

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
  readonly #refresh = once(queueMicrotask, () => this.#show())
  /** In a task of its own: what a tap does to the question is seen first, however slow the phone. */
  readonly #tell = once(setTimeout, () => this.#listeners.forEach((listener) => listener()))
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
    const page = new AbortController()
    document.addEventListener('visibilitychange', () => this.#onVisibility(), page)
    this.#undo.push(
      sheet.enliven((index, option) => this.#choose(index, option)),
      journal.subscribe(() => this.#isNews() && this.#refresh()),
      () => page.abort(),
    )
    const isVisited = (id: string) => journal.state.questions.get(id)?.isVisited === true
    const kept = keptPlace(attempt.id)
    this.#open(firstPlaceOf(sheet.places, isVisited, kept, this.#hours.openSection()))
    this.#hours.look()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The same object until something changes. */
  readonly view = () => this.#view
  readonly now = () => this.#journal.now()

  get sections() {
    return this.#sheet.places.map(({ section }) => section)
  }

  /** How long the open question has been in front of the reader since the last event, in ms. */
  readonly measuredMs = () => this.#stopwatch.read()

  close() {
    this.#hours.stop()
    // What stays is a form: it shall hold every answer.
    for (const index of this.#sheet.places.keys()) this.#fill(index)
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
    if (this.#isClosed(index)) return
    const { chosen, saved } = this.#question
    const isUnsaved = chosen !== saved
    const number = this.#at + 1
    this.#write('leave')
    this.#open(index)
    this.#sheet.focus()
    this.#say(isUnsaved && takeLesson() ? { kind: 'not-saved', number } : null)
  }

  /** Practice: asks for the key. What was chosen is saved already; the visit keeps the time that it took. */
  async check() {
    this.#write('visit')
    await this.#askForKey(this.#place.id)
    if (!this.#question.isRevealed) this.#say({ kind: 'check-offline' })
  }

  pause(isPaused: boolean) {
    if (isPaused) this.#stopwatch.stop()
    else this.#stopwatch.go()
    this.#stand(isPaused ? 'paused' : 'sitting')
  }

  /** The whole paper at a glance, or the open question again. */
  showPaper(isShown: boolean) {
    this.#stand(isShown ? 'paper' : 'sitting')
    if (!isShown) this.#sheet.focus()
  }

  readonly unsavedNumbers = () => unsavedNumbers(this.#journal.state, this.#sheet.ids)

  stateAt(index: number): QuestionState | undefined {
    return this.#journal.state.questions.get(this.#sheet.places[index]?.id ?? '')
  }

  async submit(by: 'reader' | 'clock') {
    if (this.#isOver) return
    this.#write('leave')
    this.#hours.stop()
    this.#stand('handing-in')
    const outcome = await this.#journal.submit(by)
    // The device's clock was ahead: the server says that there is time left.
    if (outcome === 'waiting' && !this.#journal.state.isSubmitted && !this.#hours.isOver()) {
      this.#stopwatch.go()
      this.#stand('sitting')
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
    // One that was left a moment ago and is still to be seen, too, stays as it was saved.
    if (index !== this.#at || this.#stage !== 'sitting' || this.#question.isRevealed)
      return this.#fill(index)
    this.#write(this.#manner.isPractice ? 'save' : 'choose', option)
    this.#say(null)
  }

  #write(kind: Parameters<AttemptJournal['write']>[0]['kind'], option: number | null = null) {
    const { locale } = this.#sheet
    const spentMs = this.#stopwatch.take()
    this.#journal.write({ kind, question: this.#place.id, option, locale, spentMs })
  }

  #goOn() {
    const next = this.#at + 1
    if (next >= this.#sheet.places.length) return this.#say({ kind: 'last' })
    if (this.#isClosed(next)) return
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
    // What was checked before the page was opened is asked for again; offline it stays unsaid.
    if (this.#question.isRevealed && !this.#revealed.has(id)) void this.#askForKey(id)
    this.#refresh()
  }

  async #askForKey(id: string) {
    const revealed = await this.#journal.reveal(id)
    if (revealed) this.#revealed.set(id, revealed)
    this.#refresh()
  }

  #stand(stage: HallView['stage']) {
    this.#stage = stage
    this.#refresh()
  }

  #say(notice: Notice | null) {
    this.#notice = notice
    this.#refresh()
  }

  /** Says so and keeps the question shut, if its section's clock does not run now. */
  #isClosed(index: number): boolean {
    const section = closedSectionOf(this.#sheet.places[index], this.#hours.openSection())
    if (section !== null) this.#say({ kind: 'section-closed', section })
    return section !== null
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

  #fill(index = this.#at) {
    const { chosen, isRevealed } = this.stateAt(index) ?? untouched
    this.#sheet.fill(index, chosen)
    const revealed = this.#revealed.get(this.#sheet.places[index]?.id ?? '')
    if (isRevealed) this.#sheet.settle(index, revealed?.accepted ?? null)
  }

  /** The journal also tells of what changes nothing here. */
  #isNews = () =>
    this.#journal.state !== this.#view.state || this.#journal.status !== this.#view.status

  #show() {
    this.#settleStage()
    this.#fill()
    this.#view = this.#latest()
    this.#tell()
  }

  /** What another page, another device or the server made of the attempt. */
  #settleStage() {
    const { state, status } = this.#journal
    if (this.#stage === 'handing-in') {
      if (status.isSubmitted && status.unsent === status.stuck) this.#onSubmitted()
    } else if (status.isSubmitted) this.#stage = 'elsewhere'
    else if (state.isSubmitted) this.#stage = 'handing-in'
    if (this.#isOver) this.#stopwatch.stop()
    this.#sheet.view = viewOf(this.#stage)
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
