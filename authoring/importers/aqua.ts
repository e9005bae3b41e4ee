import * as v from 'valibot'
import { splitLines } from './encoding.ts'
import type { ImportItem } from './item.ts'

/** One line of AQuA: options in the form 'A)text', the key as a letter. */
const Line = v.object({
  question: v.pipe(v.string(), v.nonEmpty()),
  options: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-E]\)/))), v.minLength(2)),
  rationale: v.string(),
  correct: v.picklist(['A', 'B', 'C', 'D', 'E']),
})

/** Reads JSON Lines in the format of google-deepmind/AQuA. Language: English. */
export async function* readAqua(pieces: AsyncIterable<string>): AsyncGenerator<ImportItem> {
  for await (const { line, text } of splitLines(pieces)) {
    if (text.trim() === '') continue
    const result = v.safeParse(Line, parseJson(text))
    if (!result.success) {
      yield { line, rejected: `not a question of this format: ${result.issues[0].message}` }
      continue
    }
    const { question, options, rationale, correct } = result.output
    yield {
      line,
      question: {
        id: null,
        languages: ['en'],
        stem: { en: question },
        options: options.map((option) => ({ en: option.slice(2).trim() })),
        correct: 'ABCDE'.indexOf(correct),
        explanation: { en: rationale },
        topics: [],
        terms: [],
        notes: [],
      },
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
