import type { Texts } from '../draft.ts'
import type { NotReadReason } from '../importers/item.ts'

/** Why a person has to look at a place:
 *  - font: text in a Nudi or Baraha font that could not be read whole.
 *  - font_guessed: text without a known font that was read as Nudi.
 *  - number: the numbering jumps here.
 *  - key_unclear: what stands as the key names none of the options.
 *  - key_conflict: two keys are given.
 *  - options_guessed: numbered lines were taken as the options.
 *  - options_order: the labels of the options are not in order.
 *  - between: text that stands before this question and belongs to none.
 *  - left_out: text that belongs to no question.
 *  - not_read: an entry of the file that is no question of one right option, and why (in English).
 *  - note: what the import changed (in English). */
export type DoubtKind =
  | ('font' | 'font_guessed' | 'number' | 'key_unclear' | 'key_conflict' | 'options_guessed')
  | ('options_order' | 'between' | 'left_out' | 'not_read' | 'note')

/** A doubtful place. `text`: what stands there in the file. `line`, `reason`: of an entry that is
 *  not read, where the reason is a frequent one. */
export type Doubt = { kind: DoubtKind; text: string; line?: number; reason?: NotReadReason }

/** A question as it was found in a file. `section`: the index of its section; null: before all.
 *  `correct`: from 0; null: no key was found. */
export type RecognisedQuestion = {
  section: number | null
  stem: Texts
  options: Texts[]
  correct: number | null
  why: Texts
  topics: string[]
  doubts: Doubt[]
}

/** What was found in a file. `title`: its first line, if it stands above all questions. `doubts`:
 *  about no question in particular. */
export type RecognisedPaper = {
  title: string
  sections: Texts[]
  questions: RecognisedQuestion[]
  doubts: Doubt[]
}

/** A line of a document, from 1. `doubtful`: its places that could not be read. */
export type SourceLine = { line: number; text: string; doubts: Doubt[] }
