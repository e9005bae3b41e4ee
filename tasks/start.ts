import { buildIfChanged } from './build-site.ts'
import { prepareDatabase } from './local-content.ts'
import { checkPortIsFree, startWorkers, statePath } from './local-workers.ts'
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
