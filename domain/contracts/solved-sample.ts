import * as v from 'valibot'
import { count, locale, localizedText } from './fields.ts'

/** A question of a premium paper with its solution, for everybody to see what the paper is like. */
export const solvedQuestion = v.object({
  id: v.string(),
  locale,
  stem: v.string(),
  options: v.array(v.string()),
  /** Indexes of the right options. */
  accepted: v.array(count),
  explanation: localizedText,
})
export type SolvedQuestion = v.InferOutput<typeof solvedQuestion>
