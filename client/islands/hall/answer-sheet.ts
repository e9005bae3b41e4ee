import type { Locale } from '../../../domain/locale.ts'
import { coalesce } from './coalesce.ts'

/** A question's element in the page. */
export type QuestionElement = {
  id: string
  section: string | null
  fieldset: HTMLFieldSetElement
  radios: readonly HTMLInputElement[]
}

/** The paper as the server rendered it into the page's form: shows one question of it at a time,
 *  and fills its circles. The markup stays as it is; only a class, a data attribute and the circles
 *  change. */
export class AnswerSheet {
  readonly form: HTMLFormElement
  readonly questions: readonly QuestionElement[]
  readonly ids: readonly string[]
  #shown: QuestionElement | undefined
  #next: QuestionElement | undefined

  /** ids: of its questions, in their order. */
  constructor(form: HTMLFormElement, ids: readonly string[]) {
    this.form = form
    this.ids = ids
    const fieldsets = [...form.querySelectorAll<HTMLFieldSetElement>('.question')]
    this.questions = fieldsets.map((fieldset, index) => ({
      id: ids[index] ?? '',
      section: fieldset.closest<HTMLElement>('[data-section]')?.dataset.section ?? null,
      fieldset,
      radios: [...fieldset.querySelectorAll<HTMLInputElement>('input[type=radio]')],
    }))
  }

  /** From now on one question is shown, and the browser submits nothing by itself. Returns what
   *  undoes that. */
  attach(onChoose: (index: number, option: number) => void) {
    const change = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return
      if (/^\d+$/.test(target.name)) onChoose(Number(target.name) - 1, Number(target.value))
    }
    const submit = (event: Event) => event.preventDefault()
    this.form.addEventListener('change', change)
    this.form.addEventListener('submit', submit)
    this.form.dataset.live = ''
    return () => {
      this.form.removeEventListener('change', change)
      this.form.removeEventListener('submit', submit)
      delete this.form.dataset.live
      delete this.form.dataset.view
      this.#markShown(false)
      for (const { radios } of this.questions) for (const radio of radios) radio.disabled = false
    }
  }

  /** Shows the first question at once; a later one in a task of its own: the tap that asks for it,
   *  and the layout of another question, are each as much as a slow phone can do in one task. */
  show(index: number) {
    this.#next = this.questions[index]
    if (this.#shown) this.#showNextLater()
    else this.#showNext()
  }

  readonly #showNextLater = coalesce(setTimeout, () => this.#showNext())

  #showNext() {
    this.#markShown(false)
    this.#shown = this.#next
    this.#markShown(true)
  }

  /** The section gets a class as well: a rule with :has would be matched again at every tap. */
  #markShown(isShown: boolean) {
    this.#shown?.fieldset.classList.toggle('current', isShown)
    this.#shown?.fieldset.parentElement?.classList.toggle('here', isShown)
  }

  /** Scrolls the question to the top and moves the focus there, for screen readers. In a task of
   *  its
   *  own: it makes the browser lay out the page, which a slow phone should not do during a tap. */
  readonly focus = coalesce(setTimeout, () => {
    const heading = this.#shown?.fieldset.querySelector('legend')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  })

  /** Fills one circle of a question; null: none. */
  fill(index: number, option: number | null) {
    this.questions[index]?.radios.forEach((radio, at) => {
      if (radio.checked !== (at === option)) radio.checked = at === option
    })
  }

  /** Locks a question whose key was revealed. accepted: the right options; null: not known here. */
  lock(index: number, accepted: readonly number[] | null) {
    this.questions[index]?.radios.forEach((radio, option) => {
      radio.disabled = true
      if (accepted === null) return
      const label = radio.closest('label')
      label?.classList.toggle('right', accepted.includes(option))
      label?.classList.toggle('wrong', radio.checked && !accepted.includes(option))
    })
  }

  /** Shows one question, the whole paper, or nothing. */
  set view(view: 'question' | 'paper' | 'nothing') {
    if (this.form.dataset.view !== view) this.form.dataset.view = view
  }

  /** The language in which the questions are read; of two, the first. */
  get locale(): Locale {
    const { value = '' } =
      this.form.querySelector<HTMLInputElement>('[name=shows]:checked,[name=shows][type=hidden]') ??
      {}
    return value.split(' ')[0] as Locale
  }
}
