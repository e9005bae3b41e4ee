import base from '../../client/styles/base.css?raw'
import figures from '../../client/styles/figures.css?raw'
import forms from '../../client/styles/forms.css?raw'
import options from '../../client/styles/options.css?raw'
import passages from '../../client/styles/passages.css?raw'
import css from './desk.css?raw'
import papers from './papers.css?raw'
import { locales } from '../../domain/locale.ts'
import { digestOf } from './digest.ts'

/** Shows the fields of the chosen language only. Browsers that do not know :has show all. */
const oneLanguage = locales
  .map(
    (locale) =>
      `form:has(input[name=writing][value=${locale}]:checked) [data-writes]` +
      `:not([data-writes=${locale}]){display:none}`,
  )
  .join('\n')

export const styleText = `${[
  ...[base, options, forms, figures, passages, css, papers],
  oneLanguage,
].join('\n')}\n`

/** Changes with the text, so that browsers may keep it. */
export const stylePath = `/style-${digestOf(styleText)}.css`
