import * as v from 'valibot'
import { locales, recordOfLocales } from '../domain/locale.ts'
import { runStatements, type Database } from '../product-api/database.ts'
import {
  closeReport,
  OpenReport,
  selectOpenReports,
} from '../product-api/scoring/question-reports.ts'
import { parseArguments, stringOptions } from './arguments.ts'
import { withSelectedDatabase } from './selected-database.ts'
import { TaskError, runTask } from './task.ts'

const usage = `npm run question-reports --
    [--close ID (--corrected | --declined) ${locales.map((name) => `--${name} …`).join(' ')}
      [--ruling 7]]

  Without --close: lists the reports that nobody has answered yet, oldest first.

  --close ID                answers a report; can be repeated to give several the same answer
  --corrected, --declined   what was done
  ${locales
    .map((name) => `--${name}`)
    .join(', ')
    .padEnd(26)}the answer to the reader, one sentence in each language
  --ruling 7                the ruling that was made because of it (npm run rule-key --
                            --report ID makes a ruling and answers the report)
  --remote                  in the deployed database`

const { values: options } = parseArguments(usage, {
  options: {
    ...stringOptions(locales),
    close: { type: 'string', multiple: true, default: [] },
    corrected: { type: 'boolean', default: false },
    declined: { type: 'boolean', default: false },
    ruling: { type: 'string' },
    remote: { type: 'boolean', default: false },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

await runTask(async () => {
  if (options.help) return console.log(usage)
  await withSelectedDatabase(options, options.close.length > 0 ? closeReports : listReports)
})

async function listReports(database: Database) {
  const [rows = []] = await runStatements(database, [selectOpenReports])
  for (const report of v.parse(v.array(OpenReport), rows)) {
    const { id, question, test, locale, reason, message, createdAt } = report
    console.log(`${id}  ${createdAt.slice(0, 10)}  ${question}${test ? ` (${test})` : ''}`)
    // Text from the public may contain control characters, which a terminal would execute.
    console.log(`  ${reason}, ${locale}: ${message.replace(/\p{Cc}+/gu, ' ') || '—'}`)
  }
  if (rows.length === 0) console.log('Every report has been answered.')
}

async function closeReports(database: Database) {
  const { corrected, declined, ruling } = options
  if (corrected === declined) throw new TaskError('Give either --corrected or --declined.')
  const outcome = recordOfLocales((locale) => (options[locale] ?? '').trim())
  const missing = locales.filter((locale) => outcome[locale] === '')
  if (missing.length > 0)
    throw new TaskError(`--${missing.join(', --')} is missing: the reader sees the answer.`)
  if (ruling !== undefined && !/^[1-9]\d{0,8}$/.test(ruling))
    throw new TaskError(`"--ruling ${ruling}" is not the number of a ruling.`)
  const answer = {
    status: corrected ? ('corrected' as const) : ('declined' as const),
    outcome,
    ruling: ruling === undefined ? null : Number(ruling),
  }
  const closed = await runStatements(
    database,
    options.close.map((report) => closeReport(report, answer, new Date())),
  )
  for (const [index, report] of options.close.entries())
    if (closed[index]?.length === 0) console.log(`There is no open report ${report}.`)
  console.log(`${closed.filter(({ length }) => length > 0).length} reports closed.`)
}
