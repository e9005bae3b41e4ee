// Fills the panel of today's work with what this device knows. It runs as soon as the panel is
// parsed, so nothing moves. client/device/today-notes.ts describes and writes what is read here.
import type { CardNote, ExamNote, PlanNote, TestNote } from '../device/today-notes.ts'
import { readTodayNote, runClock, runningTests } from '../device/today-reading.ts'

customElements.define(
  'today-panel',
  class extends HTMLElement {
    connectedCallback() {
      const exam = readTodayNote<ExamNote>('exam')
      const [test] = runningTests()
      const task = planTask()
      const due = dueCards()
      const hasOwn = !this.slotOf('today').hidden
      if (exam.name) this.showExam(exam)
      if (hasOwn) return this.runClock(Number(this.slotOf('lead').dataset.leftMs))
      if (!exam.name && !test && !task && due === 0) return
      if (task) this.showTask(task)
      if (due > 0) this.showCards(due)
      this.showLead(test, [task?.name ? 'plan' : '', due > 0 ? 'cards' : '', 'papers'])
      this.slotOf('first').hidden = true
      this.slotOf('today').hidden = false
    }

    slotOf(name: string) {
      return this.querySelector<HTMLAnchorElement>(`[data-slot=${name}]`)!
    }

    showExam({ slug, ...note }: Partial<ExamNote>) {
      // In another language than the choice: as the page's own list has it, if it does.
      const listed = document.querySelector<HTMLAnchorElement>(`a[data-exam="${slug}"]`)
      const page = document.documentElement.lang
      const {
        name = '',
        href = '',
        lang = '',
      } = listed
        ? { name: listed.firstChild?.textContent ?? '', href: listed.pathname, lang: page }
        : note
      for (const slot of ['exam', 'papers']) {
        const element = this.slotOf(slot)
        element.textContent = (element.dataset.text ?? '').replace('{exam}', name)
        if (lang !== page) element.lang = lang
      }
      const papers = this.slotOf('papers')
      papers.href = href
      papers.parentElement!.hidden = false
    }

    showTask({ name, lang }: { name: string | null; lang: string }) {
      const line = this.slotOf('plan')
      line.textContent = name ?? line.dataset.done ?? ''
      if (name === null) line.className = 'done'
      else if (lang !== document.documentElement.lang) line.lang = lang
    }

    showCards(due: number) {
      const line = this.slotOf('cards')
      line.textContent = (line.dataset.text ?? '').replace('{count}', String(due))
      line.href += '?of=due'
    }

    /** Shows the running test, else the first of these lines. */
    showLead(test: TestNote | undefined, lines: string[]) {
      const lead = this.slotOf('lead')
      const [label, answered] = lead.querySelectorAll<HTMLElement>('p')
      const title = lead.querySelector('h2')!
      const button = lead.querySelector('a')!
      const line = this.slotOf(lines.find(Boolean)!)
      title.textContent = test ? test.title : line.textContent
      const lang = test ? test.lang : line.lang
      if (lang !== '') title.lang = lang
      button.href = test ? test.href : line.href
      if (!test) return
      label!.textContent = label!.dataset.text ?? ''
      answered!.textContent = (answered!.dataset.text ?? '')
        .replace('{answered}', String(test.answered))
        .replace('{count}', String(test.count))
      button.textContent = button.dataset.text ?? ''
      if (test.endsAtMs !== null) this.runClock(test.endsAtMs - Date.now())
    }

    runClock(leftMs: number) {
      const clock = this.querySelector('.clock')!
      if (leftMs > 0) runClock(leftMs, (time) => (clock.textContent = time))
    }
  },
)

/** The first task of today that is not done; name: null if all are done. */
function planTask() {
  const { days = [] } = readTodayNote<PlanNote>('plan')
  const today = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10)
  const day = days.find(({ on }) => on === today)
  return day ? { name: null, lang: '', ...day.tasks.find(({ isDone }) => !isDone) } : null
}

function dueCards(): number {
  const due = Object.values(readTodayNote<CardNote>('cards').due ?? {})
  return due.filter((at) => at <= Date.now()).length
}
