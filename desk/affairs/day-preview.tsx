import { languages, type Locale } from '../../domain/locale.ts'
import type { DeskMessages } from '../messages.ts'
import { optionText, type DayContent } from './day-content.ts'
import { htmlIn, titleIn } from './day-page.ts'

/** One language of a day as the site shows it. `hasKeys`: with the right options marked. */
export function DayPreview({
  content,
  date,
  locale,
  text,
  hasKeys = false,
}: {
  content: DayContent
  date: string
  locale: Locale
  text: DeskMessages
  hasKeys?: boolean
}) {
  const written = [content.title, ...content.items.map((item) => item.text)]
  if (written.every((texts) => texts[locale] === undefined))
    return <p className="small">{text('preview_empty')}</p>
  return (
    <article className="asread" lang={locale}>
      <p className="small" lang={locale}>
        {languages[locale].name} · {date}
      </p>
      <h3>{titleIn(content, date, locale)}</h3>
      {/* Built from text in which every character means itself (day-page.ts). */}
      <div dangerouslySetInnerHTML={{ __html: htmlIn(content, locale) }} />
      {content.quiz.map(({ id, stem, options, correct, why }) => (
        <div key={id}>
          <p>
            <b>{stem[locale] ?? ''}</b>
          </p>
          <ol>
            {options.map((option, index) => (
              <li key={index} className={hasKeys && index === correct ? 'key' : undefined}>
                {optionText(option, locale)}
                {hasKeys && index === correct && ` ✓ ${text('key')}`}
              </li>
            ))}
          </ol>
          {hasKeys && <p className="small">{why[locale] ?? ''}</p>}
        </div>
      ))}
    </article>
  )
}
