/** Words that were private to this project, and what stands for them now. Checked in code,
 *  comments and file names by tests/shape.test.ts. */
type DeniedWord = { word: string; pattern: RegExp; instead: string }

const word = (text: string, instead: string): DeniedWord => ({
  word: text,
  pattern: new RegExp(`\\b${text}\\b`),
  instead,
})

export const deniedWords: readonly DeniedWord[] = [word('Till', 'PaymentContext')]
