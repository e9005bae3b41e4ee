import { untouchedQuestion, type QuestionState } from '../../../domain/attempt/journal.ts'
import type { AttemptJournal } from '../../device/journal/attempt-journal.ts'
import type { Revealed } from '../../device/journal/attempt-requests.ts'
import type { AnswerSheet } from './answer-sheet.ts'
import { coalesce } from './coalesce.ts'
import type { HallButton, HallMode, HallView, Notice } from './hall-view.ts'
import { closedSectionOf, firstIndexOf, sheetViewOf, unsavedNumbers } from './navigation.ts'
import { claimUnsavedHint, lastIndexOf, storeLastIndex } from './preferences.ts'
import { Stopwatch } from './stopwatch.ts'
import { watchTimeLimits, type TimeLimits } from './time-limits.ts'

/** An attempt in progress: writes taps as events to the journal, and updates the answer sheet from
 *  it. */
export class Hall {
  readonly #journal: AttemptJournal
  readonly #sheet: AnswerSheet
  readonly #attemptId: string
  readonly #timeLimits: ReturnType<typeof watchTimeLimits>
  readonly #mode: HallMode
  readonly #onSubmitted: () => void
  readonly #stopwatch = new Stopwatch(() => performance.now())
  readonly #listeners = new Set<() => void>()
  readonly #revealed = new Map<string, Revealed>()
  readonly #cleanups: (() => void)[] = []
  readonly #update = coalesce(queueMicrotask, () => this.#updateNow())
  /** In a separate task, so that a slow phone shows a tap's effect on the question first. */
  readonly #notify = coalesce(setTimeout, () => this.#listeners.forEach((listener) => listener()))
  #at = 0
  #stage: HallView['stage'] = 'question'
  #notice: Notice | null = null
  #view: HallView

  /** onSubmitted: called when the server has all events of the attempt submitted on this page. */
  constructor(
    journal: AttemptJournal,
    sheet: AnswerSheet,
    attempt: TimeLimits & { id: string },
    mode: HallMode,
    onSubmitted: () => void,
  ) {
    this.#journal = journal
    this.#sheet = sheet
    this.#attemptId = attempt.id
    this.#mode = mode
    this.#onSubmitted = onSubmitted
    this.#timeLimits = watchTimeLimits(attempt, this.now, {
      onSection: (section) => this.#moveToSection(section),
      onEnd: () => void this.submit('clock'),
    })
    this.#view = this.#latestView()
    if (journal.state.isSubmitted) this.#stage = 'submitting'
    const page = new AbortController()
    document.addEventListener('visibilitychange', () => this.#onVisibilityChange(), page)
    this.#cleanups.push(
      sheet.attach((index, option) => this.#choose(index, option)),
      journal.subscribe(() => this.#hasChanged() && this.#update()),
      () => page.abort(),
    )
    const isVisited = (id: string) => journal.state.questions.get(id)?.isVisited === true
    const openSection = this.#timeLimits.openSection()
    this.#open(firstIndexOf(sheet.questions, isVisited, lastIndexOf(attempt.id), openSection))
    this.#timeLimits.check()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The same object until something changes. */
  readonly view = () => this.#view
  /** The server's clock, ms since 1970. */
  readonly now = () => this.#journal.now()

  /** The section of each question. */
  get sections() {
    return this.#sheet.questions.map(({ section }) => section)
  }

  /** How long the open question has been shown since the last event, in ms. */
  readonly elapsedMs = () => this.#stopwatch.elapsedMs()

  close() {
    this.#timeLimits.stop()
    // The form stays on the page and must have every answer.
    for (const index of this.#sheet.questions.keys()) this.#fill(index)
    for (const cleanup of this.#cleanups) cleanup()
    this.#journal.close()
  }

  press(button: HallButton) {
    if (this.#stage !== 'question') return
    switch (button) {
      case 'save':
        this.#write('save', this.#state.chosen)
        return this.#goToNext()
      case 'mark':
        this.#write('mark', this.#state.chosen)
        return this.#mode.isRailway ? this.#setNotice(null) : this.#goToNext()
      case 'clear':
        this.#write('clear')
        return this.#setNotice(null)
      case 'next':
        this.#write('leave')
        return this.#goToNext()
      case 'previous':
        return this.goTo(Math.max(0, this.#at - 1))
    }
  }

  /** By the palette or a tab: a choice that is not saved is journalled, but does not count. */
  readonly goTo = (index: number) => {
    if (this.#stage === 'paper') this.showPaper(false)
    if (this.#stage !== 'question' || index === this.#at) return this.#sheet.focus()
    if (this.#isClosed(index)) return
    const { chosen, saved } = this.#state
    const number = this.#at + 1
    this.#write('leave')
    this.#open(index)
    this.#sheet.focus()
    const isHintDue = chosen !== saved && claimUnsavedHint()
    this.#setNotice(isHintDue ? { kind: 'not-saved', number } : null)
  }

  /** Practice: requests the key. The choice is saved already; the visit records the time spent. */
  async check() {
    this.#write('visit')
    await this.#requestKey(this.#question.id)
    if (!this.#state.isRevealed) this.#setNotice({ kind: 'check-offline' })
  }

  pause(isPaused: boolean) {
    if (isPaused) this.#stopwatch.stop()
    else this.#stopwatch.start()
    this.#setStage(isPaused ? 'paused' : 'question')
  }

  /** Shows the complete paper, or the open question again. */
  showPaper(isShown: boolean) {
    this.#setStage(isShown ? 'paper' : 'question')
    if (!isShown) this.#sheet.focus()
  }

  readonly unsavedNumbers = () => unsavedNumbers(this.#journal.state, this.#sheet.ids)

  stateAt(index: number): QuestionState | undefined {
    return this.#journal.state.questions.get(this.#sheet.questions[index]?.id ?? '')
  }

  async submit(by: 'reader' | 'clock') {
    if (this.#isOver) return
    this.#write('leave')
    this.#timeLimits.stop()
    this.#setStage('submitting')
    const outcome = await this.#journal.submit(by)
    // The device's clock was fast: by the server's clock, time remains.
    const isWaiting = outcome === 'waiting' && !this.#journal.state.isSubmitted
    if (isWaiting && !this.#timeLimits.isOver()) {
      this.#stopwatch.start()
      this.#setStage('question')
      this.#timeLimits.check()
    }
    this.#update()
  }

  readonly retry = () => void this.#journal.flush()
  readonly rescueCode = () => this.#journal.rescueCode()

  /** Whether the attempt is submitted, so that nothing can be answered. */
  get #isOver() {
    return this.#stage === 'submitting' || this.#stage === 'elsewhere'
  }

  get #question() {
    return this.#sheet.questions[this.#at]!
  }

  get #state(): QuestionState {
    return this.#journal.state.questions.get(this.#question.id) ?? untouchedQuestion
  }

  #choose(index: number, option: number) {
    // A question that is no longer open but still shown keeps its saved answer.
    if (index !== this.#at || this.#stage !== 'question' || this.#state.isRevealed)
      return this.#fill(index)
    this.#write(this.#mode.isPractice ? 'save' : 'choose', option)
    this.#setNotice(null)
  }

  #write(kind: Parameters<AttemptJournal['write']>[0]['kind'], option: number | null = null) {
    const { locale } = this.#sheet
    const spentMs = this.#stopwatch.reset()
    this.#journal.write({ kind, question: this.#question.id, option, locale, spentMs })
  }

  #goToNext() {
    const next = this.#at + 1
    if (next >= this.#sheet.questions.length) return this.#setNotice({ kind: 'last' })
    if (this.#isClosed(next)) return
    this.#open(next)
    this.#sheet.focus()
    this.#setNotice(null)
  }

  #open(index: number) {
    this.#at = index
    this.#sheet.show(index)
    storeLastIndex(this.#attemptId, index)
    if (this.#stage === 'question' && !this.#state.isVisited) this.#write('visit')
    const { id } = this.#question
    // A key revealed by an earlier page load is requested again; offline it is not shown.
    if (this.#state.isRevealed && !this.#revealed.has(id)) void this.#requestKey(id)
    this.#update()
  }

  async #requestKey(id: string) {
    const revealed = await this.#journal.reveal(id)
    if (revealed) this.#revealed.set(id, revealed)
    this.#update()
  }

  #setStage(stage: HallView['stage']) {
    this.#stage = stage
    this.#update()
  }

  #setNotice(notice: Notice | null) {
    this.#notice = notice
    this.#update()
  }

  /** Whether a question's section is closed now; shows a notice if it is. */
  #isClosed(index: number): boolean {
    const section = closedSectionOf(this.#sheet.questions[index], this.#timeLimits.openSection())
    if (section !== null) this.#setNotice({ kind: 'section-closed', section })
    return section !== null
  }

  /** Opens the first question of a section when the time of the one before is over. */
  #moveToSection(section: string) {
    if (section === this.#question.section || this.#isOver) return
    const over = this.#question.section ?? ''
    if (this.#stage === 'paper') this.showPaper(false)
    this.#write('leave')
    this.#open(this.#sheet.questions.findIndex((question) => question.section === section))
    this.#sheet.focus()
    this.#setNotice({ kind: 'section-over', section: over })
  }

  #onVisibilityChange() {
    if (document.visibilityState === 'visible') {
      if (this.#stage === 'question') this.#stopwatch.start()
      if (!this.#isOver) this.#timeLimits.check()
    } else {
      this.#stopwatch.stop()
      // The page may be closed while hidden: stores the time measured so far.
      if (this.#stage === 'question' && this.#stopwatch.elapsedMs() > 1000) this.#write('visit')
    }
  }

  #fill(index = this.#at) {
    const { chosen, isRevealed } = this.stateAt(index) ?? untouchedQuestion
    this.#sheet.fill(index, chosen)
    const revealed = this.#revealed.get(this.#sheet.questions[index]?.id ?? '')
    if (isRevealed) this.#sheet.lock(index, revealed?.accepted ?? null)
  }

  /** Whether the journal differs from the view: it also notifies without a visible change. */
  #hasChanged = () =>
    this.#journal.state !== this.#view.state || this.#journal.status !== this.#view.status

  #updateNow() {
    this.#updateStage()
    this.#fill()
    this.#view = this.#latestView()
    this.#notify()
  }

  /** Updates the stage after changes by another page, another device or the server. */
  #updateStage() {
    const { state, status } = this.#journal
    if (this.#stage === 'submitting') {
      if (status.isSubmitted && status.unsent === status.stuck) this.#onSubmitted()
    } else if (status.isSubmitted) this.#stage = 'elsewhere'
    else if (state.isSubmitted) this.#stage = 'submitting'
    if (this.#isOver) this.#stopwatch.stop()
    this.#sheet.view = sheetViewOf(this.#stage)
  }

  #latestView(): HallView {
    return {
      stage: this.#stage,
      at: this.#at,
      state: this.#journal.state,
      status: this.#journal.status,
      notice: this.#notice,
      revealed: this.#revealed.get(this.#question.id) ?? null,
    }
  }
}
