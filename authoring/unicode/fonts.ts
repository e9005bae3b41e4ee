import { nudiToUnicode } from './nudi.ts'

/** A piece of text in one font. `font`: its name, '' where it is not known. */
export type Run = { text: string; font: string }

/** Text of a document. `doubtful`: what was typed in a Nudi or Baraha font and could not be read;
 *  a person has to look at it. */
export type ConvertedText = { text: string; doubtful: string[] }

const indic = /[\u0900-\u0dff]/

/** Whether a font shows Kannada for Latin characters. Their Unicode versions do not. */
export const isNudiFont = (font: string) =>
  /^([A-Z]{6}\+)?(nudi|baraha|brh|kgp)/i.test(font.trim()) && !/uni|parijatha/i.test(font)

/** Converts the runs of one line. Neighbouring runs in such fonts are read together, because a
 *  program may split a syllable. */
export function convertedRuns(runs: readonly Run[]): ConvertedText {
  const doubtful: string[] = []
  const parts: Run[] = []
  for (const run of runs) {
    const last = parts.at(-1)
    const isNudi = isNudiFont(run.font) && !indic.test(run.text)
    if (last && isNudiFont(last.font) === isNudi) last.text += run.text
    else parts.push({ text: run.text, font: isNudi ? run.font : '' })
  }
  const text = parts.map(({ text, font }) => {
    if (font === '') return text
    const converted = nudiToUnicode(text)
    if (!converted.isWhole) doubtful.push(text.trim())
    return withoutIdleJoiners(converted.text)
  })
  return { text: text.join(''), doubtful }
}

/** A joiner has a meaning only after ರ; elsewhere it would hide a word from a search. */
export const withoutIdleJoiners = (text: string) => text.replace(/(?<!ರ)\u200d(?=್)/g, '')
