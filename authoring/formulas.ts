import temml from 'temml'

/** Formulas stand between \( and \), in LaTeX. */
const formulas = /\\\((.+?)\\\)/gs

/** Text with formulas -> the same text with each formula as MathML, which browsers set by themselves.
 *  Errors: temml's ParseError where a formula is none. */
export const renderFormulas = (text: string): string =>
  text.replace(formulas, (_, tex: string) => mathml(tex))

export const withoutFormulas = (text: string): string => text.replace(formulas, ' ')

/** What is wrong with the formulas of a text, or null. */
export function formulaProblem(text: string): string | null {
  if (text.replace(formulas, '').match(/\\[()]/)) return 'a formula is opened or closed only once'
  for (const [, tex = ''] of text.matchAll(formulas)) {
    try {
      mathml(tex)
    } catch (error) {
      return `the formula \\(${tex}\\) cannot be set: ${error instanceof Error ? error.message : String(error)}`
    }
  }
  return null
}

/** Styles and classes are temml's own and need its sheet; the page's policy would refuse them. */
const mathml = (tex: string) =>
  temml.renderToString(tex.trim(), { throwOnError: true }).replace(/ (?:class|style)="[^"]*"/g, '')
