import { questionIdsMark, questionsMark } from '../../../domain/live-mock/hall-frame.ts'
import type { SealedPaper } from '../../../domain/live-mock/sealed-paper.ts'
import { questionsMarkup, type QuestionTexts } from './question-markup.ts'

/** The page of the hall: the frame that the server rendered, with the questions of the opened
 *  paper. serverNowMs: the server's time, if this phone knows it; else the hall begins with that of
 *  the bell. null: it is no such frame. */
export function openedHall(
  frame: string,
  { questions }: SealedPaper,
  texts: QuestionTexts,
  serverNowMs: number | null,
): string | null {
  if (!frame.includes(questionsMark) || !frame.includes(questionIdsMark)) return null
  const ids = questions.map(({ id }) => id).join(' ')
  // Functions: a replacement text may contain '$&'.
  return frame
    .replace(questionIdsMark, () => ids)
    .replace(questionsMark, () => questionsMarkup(questions, texts))
    .replace(/(&quot;serverNowMs&quot;:)(\d+)/, (_, name: string, bellMs: string) =>
      name.concat(String(Math.max(Number(bellMs), Math.round(serverNowMs ?? 0)))),
    )
}
