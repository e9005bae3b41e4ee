import temml from 'temml'

/** Formulas are LaTeX between \( and \). */
const formulas = /\\\((.+?)\\\)/gs

/** Replaces each formula of a text by MathML, which browsers render without script or fonts.
 *  Errors: temml's ParseError where a formula is not valid LaTeX. */
export const renderFormulas = (text: string): string =>
  text.replace(formulas, (_, tex: string) => mathml(tex))

export const withoutFormulas = (text: string): string => text.replace(formulas, ' ')

/** The first problem of a text's formulas, or null. */
export function formulaProblem(text: string): string | null {
  if (text.replace(formulas, '').match(/\\[()]/)) return 'a formula is opened or closed only once'
  for (const [, tex = ''] of text.matchAll(formulas)) {
    try {
      mathml(tex)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return `the formula \\(${tex}\\) cannot be set: ${reason}`
    }
  }
  return null
}

/** Without temml's classes and styles: they need its style sheet, and the pages' content security
 *  policy forbids style attributes. */
const mathml = (tex: string) =>
  temml.renderToString(tex.trim(), { throwOnError: true }).replace(/ (?:class|style)="[^"]*"/g, '')
