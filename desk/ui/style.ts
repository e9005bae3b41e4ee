import base from '../../client/styles/base.css?raw'
import css from './desk.css?raw'
import { locales } from '../../domain/locale.ts'

/** Shows the fields of the chosen language only. Browsers that do not know :has show all. */
const oneLanguage = locales
  .map(
    (locale) =>
      `form:has(input[name=writing][value=${locale}]:checked) [data-writes]` +
      `:not([data-writes=${locale}]){display:none}`,
  )
  .join('\n')

export const styleText = `${base}\n${css}\n${oneLanguage}\n`

/** Changes with the text, so that browsers may keep it. */
export const stylePath = `/style-${digestOf(styleText)}.css`

/** FNV-1a: quick enough for the start of the Worker; nothing secret depends on it. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}
