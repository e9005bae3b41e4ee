import { untouchedQuestion, type QuestionState } from '../../../domain/attempt/journal.ts'
import type { AttemptJournal } from '../../device/journal/attempt-journal.ts'
import type { AnswerSheet } from './answer-sheet.ts'
import { coalesce } from './coalesce.ts'
import { writeEarlyTaps } from './early-taps.ts'
import type { HallButton, HallMode, HallView, Notice } from './hall-view.ts'
import { closedSectionOf, firstIndexOf, sheetViewOf, unsavedNumbers } from './navigation.ts'
import { claimUnsavedHint, lastIndexOf, storeLastIndex } from './preferences.ts'
import { RevealedKeys } from './revealed-keys.ts'
import { Stopwatch } from './stopwatch.ts'
import { watchSections, type TimeLimits } from './time-limits.ts'

/** An attempt in progress: writes taps to the journal, and updates the answer sheet from it. */
export class Hall {
  readonly journal: AttemptJournal
  readonly #sheet: AnswerSheet
  readonly #attemptId: string
  readonly #sectionTimes: ReturnType<typeof watchSections>
  readonly #mode: HallMode
  readonly #onSubmitted: () => void
  readonly #stopwatch = new Stopwatch(() => performance.now())
  readonly #listeners = new Set<() => void>()
  readonly #keys: RevealedKeys
  readonly #cleanups: (() => void)[] = []
  readonly #update = coalesce(queueMicrotask, () => this.#updateNow())
  /** In a separate task, so that a slow phone shows a tap's effect on the question first. */
  readonly #notify = coalesce(setTimeout, () => this.#listeners.forEach((listener) => listener()))
  #at = 0
  /** What is shown as long as the attempt can be answered. */
  #shown: 'question' | 'paused' | 'paper' = 'question'
  #notice: Notice | null = null
  #wasOver = false
  #view: HallView

  /** onSubmitted: the server has submitted the attempt and has all events of this device; not if
   *  it was submitted elsewhere. startIndex: where the reader was, as the server knows it. */
  constructor(
    journal: AttemptJournal,
    sheet: AnswerSheet,
    attempt: TimeLimits & { id: string; startIndex: number },
    mode: HallMode,
    onSubmitted: () => void,
  ) {
    this.journal = journal
    this.#sheet = sheet
    this.#attemptId = attempt.id
    this.#mode = mode
    this.#onSubmitted = onSubmitted
    this.#keys = new RevealedKeys(journal, () => this.#update())
    this.#sectionTimes = watchSections(attempt.sections, journal, (section) =>
      this.#moveToSection(section),
    )
    this.#view = this.#latestView()
    const page = new AbortController()
    document.addEventListener('visibilitychange', () => this.#onVisibilityChange(), page)
    this.#cleanups.push(
      sheet.attach((index, option) => this.#choose(index, option)),
      journal.subscribe(() => this.#hasChanged() && this.#update()),
      journal.onEnd(() => this.#shown === 'question' && this.#write('leave')),
      () => page.abort(),
    )
    writeEarlyTaps(journal, sheet)
    const last = journal.lastQuestion
    const lastIndex =
      lastIndexOf(attempt.id) ?? (last === null ? attempt.startIndex : sheet.ids.indexOf(last))
    this.#open(firstIndexOf(sheet.questions, lastIndex, this.#sectionTimes.openSections()))
    this.#sectionTimes.check()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The same object until something changes. */
  readonly view = () => this.#view
  /** The server's clock, ms since 1970. */
  readonly now = () => this.journal.now()

  #closedSectionOf = (index: number) =>
    closedSectionOf(this.#sheet.questions[index], this.#sectionTimes.openSections())

  get sections() {
    return this.#sheet.questions.map(({ section }) => section)
  }

  /** Since the last event, in ms. */
  readonly elapsedMs = () => this.#stopwatch.elapsedMs()

  close() {
    this.#sectionTimes.stop()
    // The form stays on the page and must have every answer.
    for (const index of this.#sheet.questions.keys()) this.#fill(index)
    for (const cleanup of this.#cleanups) cleanup()
    this.journal.close()
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
    await this.#keys.request(this.#question.id)
    if (!this.#state.isRevealed) this.#setNotice({ kind: 'check-offline' })
  }

  pause(isPaused: boolean) {
    if (isPaused) this.#stopwatch.stop()
    else this.#stopwatch.start()
    this.#show(isPaused ? 'paused' : 'question')
  }

  /** Shows the complete paper, or the open question again. */
  showPaper(isShown: boolean) {
    this.#show(isShown ? 'paper' : 'question')
    if (!isShown) this.#sheet.focus()
  }

  readonly unsavedNumbers = () => unsavedNumbers(this.journal.state, this.#sheet.ids)

  stateAt(index: number): QuestionState | undefined {
    return this.journal.state.questions.get(this.#sheet.questions[index]?.id ?? '')
  }

  submit() {
    if (this.#isOver) return
    this.#write('leave')
    void this.journal.submit()
    this.#update()
  }

  /** Follows from the journal alone: it is left again when the server's clock says that time is
   *  left. */
  get #stage(): HallView['stage'] {
    const { stage } = this.journal.status
    return stage === 'answering' ? this.#shown : stage
  }

  /** Whether nothing can be answered, because the attempt is submitted or its time is over. */
  get #isOver() {
    return this.journal.status.stage !== 'answering'
  }

  get #question() {
    return this.#sheet.questions[this.#at]!
  }

  get #state(): QuestionState {
    return this.journal.state.questions.get(this.#question.id) ?? untouchedQuestion
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
    this.journal.write({ kind, question: this.#question.id, option, locale, spentMs })
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
    this.#keys.requestAgain(this.#question.id)
    this.#update()
  }

  #show(shown: 'question' | 'paused' | 'paper') {
    this.#shown = shown
    this.#update()
  }

  #setNotice(notice: Notice | null) {
    this.#notice = notice
    this.#update()
  }

  /** Whether a question's section is closed now; shows a notice if it is. */
  #isClosed(index: number): boolean {
    const section = this.#closedSectionOf(index)
    if (section !== null) this.#setNotice({ kind: 'section-closed', section })
    return section !== null
  }

  /** Opens a section when the open one is over, or has not begun: a wrong clock had opened it. */
  #moveToSection(section: string) {
    const closed = this.#closedSectionOf(this.#at)
    if (closed === null || this.#isOver) return
    const first = this.#sheet.questions.findIndex((question) => question.section === section)
    const kind = first > this.#at ? 'section-over' : 'section-closed'
    if (this.#stage === 'paper') this.showPaper(false)
    this.#write('leave')
    this.#open(first)
    this.#sheet.focus()
    this.#setNotice({ kind, section: closed })
  }

  #onVisibilityChange() {
    if (document.visibilityState === 'visible') {
      if (this.#stage === 'question') this.#stopwatch.start()
      if (!this.#isOver) this.#sectionTimes.check()
    } else {
      this.#stopwatch.stop()
      // The page may be closed while hidden: stores the time measured so far.
      if (this.#stage === 'question' && this.#stopwatch.elapsedMs() > 1000) this.#write('visit')
    }
  }

  #fill(index = this.#at) {
    const { chosen, isRevealed } = this.stateAt(index) ?? untouchedQuestion
    this.#sheet.fill(index, chosen)
    const revealed = this.#keys.of(this.#sheet.questions[index]?.id ?? '')
    if (isRevealed) this.#sheet.lock(index, revealed?.accepted ?? null)
  }

  /** Whether the journal differs from the view: it also notifies without a visible change. */
  #hasChanged = () =>
    this.journal.state !== this.#view.state || this.journal.status !== this.#view.status

  #updateNow() {
    this.#followStage()
    this.#fill()
    this.#keys.notice(this.#question.id)
    this.#view = this.#latestView()
    this.#notify()
  }

  /** Follows changes by the clock, another page, another device or the server. */
  #followStage() {
    const { stage, submittedBy, allSent, isClockConfirmed } = this.journal.status
    if (stage === 'submitted' && allSent && submittedBy !== 'elsewhere') this.#onSubmitted()
    if (isClockConfirmed !== this.#view.status.isClockConfirmed) this.#sectionTimes.check()
    if (this.#isOver) this.#stopwatch.stop()
    else if (this.#wasOver) {
      if (this.#shown === 'question' && !document.hidden) this.#stopwatch.start()
      this.#sectionTimes.check()
    }
    this.#wasOver = this.#isOver
    this.#sheet.view = sheetViewOf(this.#stage)
  }

  #latestView(): HallView {
    return {
      stage: this.#stage,
      at: this.#at,
      state: this.journal.state,
      status: this.journal.status,
      notice: this.#notice,
      revealed: this.#keys.of(this.#question.id),
    }
  }
}
