import type { Locale } from '../../../domain/locale.ts'
import { coalesce } from './coalesce.ts'

/** A question's element in the page. */
export type QuestionElement = {
  id: string
  section: string | null
  fieldset: HTMLFieldSetElement
  radios: readonly HTMLInputElement[]
}

/** The form into which the server has rendered the paper: shows one question at a time and checks
 *  its radio buttons. Apart from those, only classes and data attributes change. */
export class AnswerSheet {
  readonly form: HTMLFormElement
  readonly questions: readonly QuestionElement[]
  readonly ids: readonly string[]
  #shown: QuestionElement | undefined
  #next: QuestionElement | undefined

  /** ids: of the questions, in the paper's order. */
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

  /** Makes the form show one question, and prevents the browser from submitting it. Returns the
   *  function that undoes this. */
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

  /** The circles that differ from those that the server rendered: the reader filled them before the
   *  script was ready, or the browser restored them. To be called before any `fill`. */
  earlyTaps(): { index: number; option: number }[] {
    return this.questions.flatMap(({ radios }, index) => {
      const option = radios.findIndex((radio) => radio.checked && !radio.defaultChecked)
      return option === -1 ? [] : [{ index, option }]
    })
  }

  /** Shows the first question at once; a later one in a separate task: a slow phone cannot handle
   *  the tap and lay out another question in one task without a delay. */
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

  /** Marks the section with a class too, because a rule with :has is slow at every tap. */
  #markShown(isShown: boolean) {
    this.#shown?.fieldset.classList.toggle('current', isShown)
    this.#shown?.fieldset.parentElement?.classList.toggle('here', isShown)
  }

  /** Scrolls the question to the top and focuses it, for screen readers. In a separate task: it
   *  makes the browser lay out the page, which a slow phone should not do during a tap. */
  readonly focus = coalesce(setTimeout, () => {
    const heading = this.#shown?.fieldset.querySelector('legend')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  })

  /** Checks the radio button of one option of a question; null: of none. */
  fill(index: number, option: number | null) {
    this.questions[index]?.radios.forEach((radio, at) => {
      if (radio.checked !== (at === option)) radio.checked = at === option
    })
  }

  /** Disables a question whose key was revealed. accepted: the right options; null: unknown. */
  lock(index: number, accepted: readonly number[] | null) {
    this.questions[index]?.radios.forEach((radio, option) => {
      radio.disabled = true
      if (accepted === null) return
      const label = radio.closest('label')
      label?.classList.toggle('right', accepted.includes(option))
      label?.classList.toggle('wrong', radio.checked && !accepted.includes(option))
    })
  }

  /** Shows one question, the complete paper, or nothing. */
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
