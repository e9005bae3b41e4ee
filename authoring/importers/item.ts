import type { QuestionDraft } from '../draft.ts'

/** A question from a file that is not in the project's text format. `id`: the file's own id, if
 *  any. */
export type ImportedQuestion = Omit<QuestionDraft, 'line' | 'id' | 'section' | 'figure'> & {
  id: string | null
  /** What was changed or left out, for the person who imports. */
  notes: string[]
}

/** An entry of an imported file, in order: a single-choice question, something else that is set
 *  aside, or something that cannot be read. */
export type ImportItem =
  | { line: number; question: ImportedQuestion }
  | { line: number; setAside: string; why?: NotReadReason }
  | { line: number; rejected: string; why?: NotReadReason; unclear?: UnclearQuestion }

/** The frequent reasons for which an entry is not read, for programs that say them in another
 *  language. */
export type NotReadReason =
  'no_question' | 'other_kind' | 'no_right' | 'several_right' | 'picture' | 'empty' | 'columns'

/** A rejected question of which only the key is wrong; `answer`: what stands there. */
export type UnclearQuestion = { question: Omit<ImportedQuestion, 'correct'>; answer: string }

/** A file that cannot be read, or not to its end: nothing of it is imported. */
export class UnreadableFile extends Error {
  readonly line: number

  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}
