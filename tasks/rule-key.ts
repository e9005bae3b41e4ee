import * as v from 'valibot'
import type { KeyDecision } from '../domain/attempt/marking.ts'
import {
  authoritativeLocale,
  isLocale,
  locales,
  recordOfLocales,
  type Locale,
} from '../domain/locale.ts'
import { countRescoring } from '../product-api/attempts/rescored-attempts.ts'
import { runStatements, type Database } from '../product-api/database.ts'
import {
  ListedRuling,
  questionByEditorId,
  ruleKey,
  selectRulingList,
  type RulableQuestion,
} from '../product-api/scoring/rule-key.ts'
import { parseArguments, stringOptions } from './arguments.ts'
import { withSelectedDatabase } from './selected-database.ts'
import { TaskError, runTask } from './task.ts'

const reasonOptions = locales.map((locale) => `reason-${locale}` as const)

const usage = `npm run rule-key -- --question ID (--accept 1,3 | --cancel all|attempters|nobody)
    ${reasonOptions.map((name) => `--${name} …`).join(' ')}

  Makes a ruling about the key of a published question. Every submitted attempt that it affects
  is rescored at once, and its reader sees the reason. A ruling cannot be deleted; a later one
  replaces it.

  --question vao1f-harappan-sites    the question's id in its file
  --accept 1,3                       each of these options is right, counted from 1
  --cancel all                       everybody gets the marks; attempters: those who chose an
                                     option; nobody: the question no longer counts
  --locale kn                        only for those who read the question in this language
  ${reasonOptions.map((name) => `--${name}`).join(', ')}
                                     one sentence for aspirants, in each language
  --any-wording                      with --cancel: also for earlier wordings of its options
  --report ID                        closes this report too; can be repeated
  --list                             lists the rulings (with --question: on this one)
  --remote                           in the deployed database

  A question that was cancelled and then corrected needs a new id in its file: the old one
  stays cancelled.`

const { values: options } = parseArguments(usage, {
  options: {
    ...stringOptions(reasonOptions),
    question: { type: 'string' },
    accept: { type: 'string' },
    cancel: { type: 'string' },
    locale: { type: 'string' },
    'any-wording': { type: 'boolean', default: false },
    report: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    remote: { type: 'boolean', default: false },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

await runTask(async () => {
  const hasWork = options.list || options.question !== undefined
  if (options.help || !hasWork) return console.log(usage)
  await withSelectedDatabase(options, options.list ? listRulings : makeRuling)
})

async function makeRuling(database: Database) {
  const editorId = options.question ?? ''
  const question = await questionByEditorId(database, editorId)
  if (!question) throw new TaskError(`No question has the id "${editorId}".`)
  const decision = decisionFor(question)
  const { id, attempts, changes, closedReports } = await ruleKey(
    database,
    {
      ...decision,
      questionId: question.id,
      wording: options['any-wording'] ? null : question.wording,
      locale: localeFor(question),
      reason: reasons(),
      reports: options.report,
    },
    new Date(),
  )
  console.log(`Ruling ${id}: ${attempts} attempts rescored, ${changes} scores changed.`)
  await printUntold(database)
  if (options.report.length > 0)
    console.log(`${closedReports} of ${options.report.length} reports closed with it.`)
}

function decisionFor({ options: texts }: RulableQuestion): KeyDecision {
  const { accept, cancel } = options
  if ((accept === undefined) === (cancel === undefined))
    throw new TaskError('Give either --accept or --cancel.')
  if (accept !== undefined) {
    if (options['any-wording'])
      throw new TaskError(
        '--any-wording requires --cancel: another wording may order its options differently.',
      )
    const accepted = accept.split(',').map(Number)
    const isOption = (number: number) =>
      Number.isInteger(number) && number >= 1 && number <= texts.length
    if (!accepted.every(isOption))
      throw new TaskError(`"--accept ${accept}" is not a list of options 1 to ${texts.length}.`)
    return { kind: 'accept', accepted: [...new Set(accepted)].map((number) => number - 1) }
  }
  if (cancel !== 'all' && cancel !== 'attempters' && cancel !== 'nobody')
    throw new TaskError(`"--cancel ${cancel}" is not one of: all, attempters, nobody.`)
  return { kind: 'cancel', award: cancel }
}

function localeFor({ languages }: RulableQuestion): Locale | null {
  const { locale } = options
  if (locale === undefined) return null
  if (!isLocale(locale) || !languages.includes(locale))
    throw new TaskError(
      `"--locale ${locale}" is not one of the question's languages: ${languages.join(', ')}.`,
    )
  return locale
}

function reasons() {
  return recordOfLocales((locale) => {
    const text = (options[`reason-${locale}`] ?? '').trim()
    if (text === '') throw new TaskError(`--reason-${locale} is missing: aspirants see the reason.`)
    return text
  })
}

async function listRulings(database: Database) {
  const [rows = []] = await runStatements(database, [selectRulingList(options.question ?? null)])
  for (const ruling of v.parse(v.array(ListedRuling), rows)) {
    const { id, question, accepted, award, locale, reason, decidedAt, changes, isSettled } = ruling
    const decision =
      accepted === null
        ? `cancelled, marks for ${award ?? ''}`
        : `accepts ${accepted.map((index) => index + 1).join(', ')}`
    const where = locale === null ? '' : ` in ${locale}`
    const pending = isSettled ? '' : ', rescoring pending'
    console.log(`${id}  ${decidedAt.slice(0, 10)}  ${question}  ${decision}${where}`)
    console.log(`  ${reason[authoritativeLocale] ?? ''} (${changes} scores changed${pending})`)
  }
  if (rows.length === 0) console.log('There are no rulings.')
  await printUntold(database)
}

/** Readers' objects are told of a ruling by the queue, some minutes later. */
async function printUntold(database: Database) {
  const count = await countRescoring(database)
  if (count > 0) console.log(`${count} rescored attempts are still to be sent to their readers.`)
}
