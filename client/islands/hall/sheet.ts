import type { Locale } from '../../../domain/locale.ts'
import { once } from './once.ts'

/** A question as it stands in the page. */
export type Place = {
  id: string
  section: string | null
  field: HTMLFieldSetElement
  radios: readonly HTMLInputElement[]
}

/** The paper as the server wrote it into the page: shows one question of it at a time, and fills in its circles.
 *  The markup stays as it is; only a class, a mark and the circles change. */
export class Sheet {
  readonly form: HTMLFormElement
  readonly places: readonly Place[]
  readonly ids: readonly string[]
  #shown: Place | undefined
  #next: Place | undefined

  /** `ids`: of its questions, in their order. */
  constructor(form: HTMLFormElement, ids: readonly string[]) {
    this.form = form
    this.ids = ids
    const fields = [...form.querySelectorAll<HTMLFieldSetElement>('.question')]
    this.places = fields.map((field, index) => ({
      id: ids[index] ?? '',
      section: field.closest<HTMLElement>('[data-section]')?.dataset.section ?? null,
      field,
      radios: [...field.querySelectorAll<HTMLInputElement>('input[type=radio]')],
    }))
  }

  /** From now on one question is seen, and the browser sends nothing by itself. Undone by the function that is returned. */
  enliven(onChoose: (index: number, option: number) => void) {
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
      this.#mark(false)
      for (const { radios } of this.places) for (const radio of radios) radio.disabled = false
    }
  }

  /** The first question at once; a later one a task later: the tap that asks for it, and the layout of another question, are
   *  each as much as a slow phone can do in one piece. */
  show(index: number) {
    this.#next = this.places[index]
    if (this.#shown) this.#turn()
    else this.#showNext()
  }

  readonly #turn = once(setTimeout, () => this.#showNext())

  #showNext() {
    this.#mark(false)
    this.#shown = this.#next
    this.#mark(true)
  }

  /** The section is marked as well: a rule with :has would be looked at again at every tap. */
  #mark(isCurrent: boolean) {
    this.#shown?.field.classList.toggle('current', isCurrent)
    this.#shown?.field.parentElement?.classList.toggle('here', isCurrent)
  }

  /** Brings the question to the top, and says it to who cannot see it. A task later, for it makes the browser lay out the page,
   *  which a slow phone shall not have to do in the midst of a tap. */
  readonly focus = once(setTimeout, () => {
    const heading = this.#shown?.field.querySelector('legend')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  })

  /** Which circle is filled; null for none. */
  fill(index: number, option: number | null) {
    this.places[index]?.radios.forEach((radio, at) => {
      if (radio.checked !== (at === option)) radio.checked = at === option
    })
  }

  /** A question whose key was seen: its circles stay as they are. `accepted`: the right options; null: not known here. */
  settle(index: number, accepted: readonly number[] | null) {
    this.places[index]?.radios.forEach((radio, option) => {
      radio.disabled = true
      if (accepted === null) return
      const label = radio.closest('label')
      label?.classList.toggle('right', accepted.includes(option))
      label?.classList.toggle('wrong', radio.checked && !accepted.includes(option))
    })
  }

  /** One question, or the whole paper at a glance, or nothing. */
  set view(view: 'question' | 'paper' | 'nothing') {
    if (this.form.dataset.view !== view) this.form.dataset.view = view
  }

  /** The language in which the questions are read; of two, the first. */
  get locale(): Locale {
    const { value = '' } =
      this.form.querySelector<HTMLInputElement>('[name=shows]:checked,[name=shows][type=hidden]') ??
      {}
    return value.slice(0, 2) as Locale
  }
}
