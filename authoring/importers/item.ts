import type { QuestionDraft } from '../draft.ts'

/** A question out of a file that is not in our own format. `id` is the file's own, if it has one. */
export type ImportedQuestion = Omit<QuestionDraft, 'line' | 'id' | 'section' | 'figure'> & {
  id: string | null
  /** What was changed or left out on the way in, for the person who imports. */
  notes: string[]
}

/** What a reader finds in a file, in order: a single-choice question, something that is none, or something that cannot be read. */
export type ImportItem =
  | { line: number; question: ImportedQuestion }
  | { line: number; setAside: string }
  | { line: number; rejected: string }

/** A file that cannot be read at all, or not to its end: nothing of it is imported. */
export class UnreadableFile extends Error {
  readonly line: number

  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}
