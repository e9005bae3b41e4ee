import * as v from 'valibot'
import type { Database } from '../authoring/load.ts'
import { closing, OpenReport, openReports } from '../product-api/scoring/keys/question-reports.ts'
import { readArguments } from './arguments.ts'
import { onChosenDatabase } from './chosen-database.ts'
import { Stop, task } from './step.ts'

const usage = `npm run question-reports -- [--close ID (--corrected | --declined) --kn … --en … --te … [--ruling 7]]

  Without --close: what readers have reported and nobody has answered yet, oldest first.

  --close ID                answers a report; may be said several times for one answer
  --corrected, --declined   what was done
  --kn, --en, --te          what its reader is told, one sentence in each language
  --ruling 7                the ruling that came of it (npm run rule-key -- --report ID makes both at once)
  --remote                  in the deployed database`

const options = readArguments(usage, {
  options: {
    close: { type: 'string', multiple: true, default: [] },
    corrected: { type: 'boolean', default: false },
    declined: { type: 'boolean', default: false },
    kn: { type: 'string', default: '' },
    en: { type: 'string', default: '' },
    te: { type: 'string', default: '' },
    ruling: { type: 'string' },
    remote: { type: 'boolean', default: false },
    state: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
}).values

await task(async () => {
  if (options.help) return console.log(usage)
  const work = options.close.length > 0 ? close : list
  await onChosenDatabase(options, work)
})

async function list(database: Database) {
  const [rows = []] = await database.batch([openReports])
  for (const report of v.parse(v.array(OpenReport), rows)) {
    const { id, question, test, locale, reason, message, createdAt } = report
    console.log(`${id}  ${createdAt.slice(0, 10)}  ${question}${test ? ` (${test})` : ''}`)
    // Anybody may have typed it: what steers a terminal is left out.
    console.log(`  ${reason}, ${locale}: ${message.replace(/\p{Cc}+/gu, ' ') || '—'}`)
  }
  if (rows.length === 0) console.log('Every report has been answered.')
}

async function close(database: Database) {
  const { corrected, declined, kn, en, te, ruling } = options
  if (corrected === declined) throw new Stop('Say either --corrected or --declined.')
  if ([kn, en, te].some((text) => text.trim() === ''))
    throw new Stop('--kn, --en and --te are needed: the reader is told what came of it.')
  if (ruling !== undefined && !/^[1-9]\d{0,8}$/.test(ruling))
    throw new Stop(`"--ruling ${ruling}" is no number of a ruling.`)
  const answer = {
    status: corrected ? ('corrected' as const) : ('declined' as const),
    outcome: { kn: kn.trim(), en: en.trim(), te: te.trim() },
    ruling: ruling === undefined ? null : Number(ruling),
  }
  const closed = await database.batch(
    options.close.map((report) => closing(report, answer, new Date())),
  )
  for (const [index, report] of options.close.entries())
    if (closed[index]?.length === 0) console.log(`There is no open report ${report}.`)
  console.log(`${closed.filter(({ length }) => length > 0).length} reports closed.`)
}
