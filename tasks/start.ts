import { buildIfChanged } from './build-site.ts'
import { loadContent, migrate } from './local-content.ts'
import { checkPortIsFree, startWorkers, statePath, withDatabase } from './local-workers.ts'
import { step, task } from './step.ts'

await task(async () => {
  const port = Number(process.env.PORT || 8787)
  await checkPortIsFree(port)
  await buildIfChanged()
  await step('Preparing the database', () => prepareDatabase(statePath))
  const { url, stop } = await step('Starting the site and the product API', () =>
    startWorkers({ port }),
  )
  console.log(
    `\n  Abhyasa is at http://localhost:${new URL(url).port}  (Ctrl+C stops it; the data stays)\n`,
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop().then(() => process.exit(0)))
})

async function prepareDatabase(state: string) {
  await withDatabase(state, async (database) => {
    await migrate(database)
    const isTerminal = process.stdout.isTTY
    await loadContent(database, new Date(), (done, of) => {
      if (isTerminal)
        process.stdout.write(`\r  ${done} of ${of} content files${done === of ? '\n' : ''}`)
      else if (done === of) process.stdout.write(`  ${of} content files loaded\n`)
    })
  })
}
