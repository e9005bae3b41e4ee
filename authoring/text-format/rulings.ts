import { isLocale, locales, type Locale } from '../../domain/locale.ts'
import type { Problem, Texts } from '../draft.ts'
import { BlockReader } from './block-reader.ts'
import { readBlocks } from './lines.ts'
import { fieldLines, textLines } from './paper-text.ts'

/** Who gets the marks of a cancelled question. */
const awards = ['all', 'attempters', 'nobody'] as const

/** A ruling about a key, as `npm run rule-key` and the desk make them. `question`: the id in its
 *  file. `accepted`: right options from 0. `wording`: the digest of the options that it is about;
 *  null: any. `locale`: for those alone who read the question in it. */
export type RulingDraft = {
  line: number
  question: string
  kind: 'accept' | 'cancel'
  accepted: number[] | null
  award: (typeof awards)[number] | null
  wording: string | null
  locale: Locale | null
  reason: Texts
  decidedAt: string
}

export const rulingsPath = 'rulings.txt'

/** Reads the rulings in the text format, oldest first. Never throws: returns all problems. */
export function readRulings(
  file: string,
  source: string,
): { rulings: RulingDraft[]; problems: Problem[] } {
  const { blocks, unreadable } = readBlocks(source)
  const problems: Problem[] = unreadable.map((u) => ({ file, ...u }))
  const [head, ...items] = blocks
  const readHead = new BlockReader(file, head!, problems)
  readHead.required('rulings')
  readHead.finish()
  const rulings = items.map((block): RulingDraft => {
    const read = new BlockReader(file, block, problems)
    const kind = read.choice('is', ['accept', 'cancel'])
    const options = read.list('options')
    if (options.length === 0 ? kind === 'accept' : !options.every((one) => /^[1-5]$/.test(one)))
      read.problem(`"options: ${options.join(', ')}" is no list of options such as 1, 3`)
    const locale = read.optional('only')
    if (locale !== '' && !isLocale(locale)) read.problem(`"only: ${locale}" is no language`)
    const decidedAt = read.required('decided')
    if (Number.isNaN(Date.parse(decidedAt))) read.problem(`"decided: ${decidedAt}" is no time`)
    const ruling: RulingDraft = {
      ...{ line: block.line, question: block.name, kind },
      accepted: kind === 'accept' ? options.map((one) => Number(one) - 1) : null,
      award: kind === 'cancel' ? read.choice('marks', awards) : null,
      wording: read.optional('wording') || null,
      locale: isLocale(locale) ? locale : null,
      reason: read.texts('why', locales, true),
      decidedAt,
    }
    read.finish()
    return ruling
  })
  return { rulings, problems }
}

/** The file of all rulings, oldest first. */
export const rulingsText = (rulings: readonly Omit<RulingDraft, 'line'>[]): string =>
  ['rulings: keys\n', ...rulings.map(rulingText)].join('\n').normalize('NFC')

const rulingText = (ruling: Omit<RulingDraft, 'line'>): string =>
  [
    `--- ${ruling.question}`,
    `is: ${ruling.kind}`,
    ...fieldLines('options', (ruling.accepted ?? []).map((index) => index + 1).join(', ')),
    ...fieldLines('marks', ruling.award ?? ''),
    ...fieldLines('wording', ruling.wording ?? ''),
    ...fieldLines('only', ruling.locale ?? ''),
    `decided: ${ruling.decidedAt}`,
    ...textLines('why ', ruling.reason, locales),
    '',
  ].join('\n')
