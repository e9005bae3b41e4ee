import { languages, locales, type Locale } from '../../domain/locale.ts'
import type { DeskMessages } from '../messages.ts'
import { momentText } from '../ui/dates.ts'
import { optionText, type DayContent } from './day-content.ts'
import type { Day } from './days.ts'

/** What somebody else saved while this form was open: each text that differs, both ways. The form
 *  below keeps what was typed here. */
export function TheirVersion({
  mine,
  theirs,
  text,
  locale,
}: {
  mine: DayContent
  theirs: Day
  text: DeskMessages
  locale: Locale
}) {
  const [ours, others] = [linesOf(mine, text), linesOf(theirs.content, text)]
  const labels = [...new Set([...ours.keys(), ...others.keys()])]
  const differing = labels.filter((label) => ours.get(label) !== others.get(label))
  return (
    <div className="say warn" role="alert">
      <b>{text('conflict_title', { name: theirs.author })}</b>
      <p>{text('conflict', { at: momentText(theirs.savedAt, locale) })}</p>
      <ul className="rows">
        {differing.map((label) => (
          <li key={label}>
            <div>
              <b>{label}</b>
              <p>
                {text('conflict_theirs')} <del>{others.get(label) ?? '–'}</del>
              </p>
              <p>
                {text('conflict_mine')} <ins>{ours.get(label) ?? '–'}</ins>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Every written text by what it is called on the page. */
function linesOf(content: DayContent, text: DeskMessages): Map<string, string> {
  const lines = new Map<string, string>()
  const add = (label: string, value: string) => {
    if (value !== '') lines.set(label, value)
  }
  for (const locale of locales) {
    const inLanguage = (label: string) => `${label} (${languages[locale].name})`
    add(inLanguage(text('title')), content.title[locale] ?? '')
    content.items.forEach((item, index) => {
      add(inLanguage(text('item', { number: index + 1 })), item.text[locale] ?? '')
    })
    content.quiz.forEach(({ stem, options, why }, index) => {
      const texts = [stem[locale] ?? '', ...options.map((one) => optionText(one, locale))]
      const all = [...texts, why[locale] ?? ''].filter((one) => one !== '')
      add(inLanguage(text('quiz_question', { number: index + 1 })), all.join(' · '))
    })
  }
  content.items.forEach(({ source }, index) => {
    const parts = [source.name, source.url, source.dated].filter((part) => part !== '')
    add(`${text('item', { number: index + 1 })}, ${text('source_name')}`, parts.join(' · '))
  })
  content.quiz.forEach(({ correct }, index) => {
    const label = `${text('quiz_question', { number: index + 1 })}, ${text('key')}`
    add(label, correct === null ? '' : String(correct + 1))
  })
  add(text('topics'), content.topics.join(', '))
  return lines
}
