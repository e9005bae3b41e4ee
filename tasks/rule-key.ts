import * as v from 'valibot'
import type { Locale } from '../product-api/attempts/frozen-paper.ts'
import { isLocale } from '../authoring/draft.ts'
import type { Database } from '../authoring/load.ts'
import {
  MadeRuling,
  questionToRule,
  rule,
  rulingsMade,
  type RuledQuestion,
} from '../product-api/scoring/keys/rule.ts'
import type { Decision } from '../product-api/scoring/keys/rulings.ts'
import { readArguments } from './arguments.ts'
import { onChosenDatabase } from './chosen-database.ts'
import { Stop, task } from './step.ts'

const usage = `npm run rule-key -- --question ID (--accept 1,3 | --cancel all|attempters|nobody) --reason-kn … --reason-en … --reason-te …

  Rules about the key of a published question. Everybody who has submitted it is marked anew at once, and reads why.
  A ruling is never taken back, only followed by another: the latest holds.

  --question vao1f-harappan-sites    the question's id in its file
  --accept 1,3                       any of these options is right, counted from 1
  --cancel all                       everybody gets the marks; attempters: whoever chose an option; nobody: it no longer counts
  --locale kn                        for those alone who read the question in this language
  --reason-kn, --reason-en, --reason-te     one sentence for aspirants, in all three languages
  --any-wording                      of a cancelled question: whatever its options were before, too
  --report ID                        closes this report with it; may be said several times
  --list                             what has been ruled (with --question: about this one)
  --remote                           in the deployed database

  A question that was cancelled and then mended gets a new id in its file: the old one stays cancelled.`

const options = readArguments(usage, {
  options: {
    question: { type: 'string' },
    accept: { type: 'string' },
    cancel: { type: 'string' },
    locale: { type: 'string' },
    'reason-kn': { type: 'string', default: '' },
    'reason-en': { type: 'string', default: '' },
    'reason-te': { type: 'string', default: '' },
    'any-wording': { type: 'boolean', default: false },
    report: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    remote: { type: 'boolean', default: false },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
}).values

await task(async () => {
  const isAsked = options.list || options.question !== undefined
  if (options.help || !isAsked) return console.log(usage)
  const work = options.list ? list : decide
  await onChosenDatabase(options, work)
})

async function decide(database: Database) {
  const editorId = options.question ?? ''
  const question = await questionToRule(database, editorId)
  if (!question) throw new Stop(`No question has the id "${editorId}".`)
  const decision = decisionAbout(question)
  const { id, attempts, changes, closedReports } = await rule(
    database,
    {
      ...decision,
      questionId: question.id,
      wording: options['any-wording'] ? null : question.wording,
      locale: languageOf(question),
      reason: reasons(),
      reports: options.report,
    },
    new Date(),
  )
  console.log(`Ruling ${id}: ${attempts} attempts marked anew, ${changes} changes of a score.`)
  if (options.report.length > 0)
    console.log(`${closedReports} of ${options.report.length} reports closed with it.`)
}

function decisionAbout({ options: texts }: RuledQuestion): Decision {
  const { accept, cancel } = options
  if ((accept === undefined) === (cancel === undefined))
    throw new Stop('Say either --accept or --cancel.')
  if (accept !== undefined) {
    if (options['any-wording'])
      throw new Stop(
        'Options are accepted in one wording: what was the first may now be the third.',
      )
    const accepted = accept.split(',').map(Number)
    const isOption = (number: number) =>
      Number.isInteger(number) && number >= 1 && number <= texts.length
    if (!accepted.every(isOption))
      throw new Stop(`"--accept ${accept}" is no list of options from 1 to ${texts.length}.`)
    return { kind: 'accept', accepted: [...new Set(accepted)].map((number) => number - 1) }
  }
  if (cancel !== 'all' && cancel !== 'attempters' && cancel !== 'nobody')
    throw new Stop(`"--cancel ${cancel}" is none of all, attempters, nobody.`)
  return { kind: 'cancel', award: cancel }
}

function languageOf({ languages }: RuledQuestion): Locale | null {
  const { locale } = options
  if (locale === undefined) return null
  if (!isLocale(locale) || !languages.includes(locale))
    throw new Stop(
      `"--locale ${locale}" is none of the question's languages: ${languages.join(', ')}.`,
    )
  return locale
}

function reasons() {
  const [kn, en, te] = (['kn', 'en', 'te'] as const).map((locale) => {
    const text = options[`reason-${locale}`].trim()
    if (text === '') throw new Stop(`--reason-${locale} is missing: aspirants are told why.`)
    return text
  }) as [string, string, string]
  return { kn, en, te }
}

async function list(database: Database) {
  const [rows = []] = await database.batch([rulingsMade(options.question ?? null)])
  for (const made of v.parse(v.array(MadeRuling), rows)) {
    const { id, question, accepted, award, locale, reason, decidedAt, changes, isSettled } = made
    const what =
      accepted === null
        ? `cancelled, marks for ${award ?? ''}`
        : `accepts ${accepted.map((index) => index + 1).join(', ')}`
    const where = locale === null ? '' : ` in ${locale}`
    const left = isSettled ? '' : ', to be gone on with'
    console.log(`${id}  ${decidedAt.slice(0, 10)}  ${question}  ${what}${where}`)
    console.log(`  ${reason} (${changes} changes of a score${left})`)
  }
  if (rows.length === 0) console.log('Nothing has been ruled.')
}
