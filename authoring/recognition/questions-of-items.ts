import type { ImportItem } from '../importers/item.ts'
import type { RecognisedPaper } from './recognised-paper.ts'

/** The questions of a file in one of the formats of `npm run content:import`. A question whose key
 *  is none of its options has it as a doubt; what is no question with one right option is a doubt
 *  about the paper, with its line. */
export async function questionsOfItems(items: AsyncIterable<ImportItem>): Promise<RecognisedPaper> {
  const paper: RecognisedPaper = { title: '', sections: [], questions: [], doubts: [] }
  for await (const item of items) {
    if ('rejected' in item && item.unclear) {
      const { question, answer } = item.unclear
      const { stem, options, explanation, topics } = question
      paper.questions.push({
        ...{ section: null, stem, options, correct: null, why: explanation, topics },
        doubts: [{ kind: 'key_unclear', text: answer === '' ? '–' : answer }],
      })
      continue
    }
    if (!('question' in item)) {
      const reason = 'rejected' in item ? item.rejected : item.setAside
      const { line, why } = item
      paper.doubts.push({
        ...{ kind: 'not_read', text: `${line}: ${reason}` },
        ...(why && { line, reason: why }),
      })
      continue
    }
    const { stem, options, correct, explanation, topics, notes } = item.question
    paper.questions.push({
      ...{ section: null, stem, options, correct, why: explanation, topics },
      doubts: notes.map((text) => ({ kind: 'note', text })),
    })
  }
  return paper
}
