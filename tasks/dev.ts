import { prepareDatabase } from './local-content.ts'
import { checkPortIsFree, statePath } from './local-workers.ts'
import { run, step, task } from './step.ts'

await task(async () => {
  const port = Number(process.env.PORT || 8787)
  await checkPortIsFree(port)
  await step('Preparing the database', () => prepareDatabase(statePath))
  await run('vite', ['dev', '--host', '127.0.0.1', '--port', String(port), '--strictPort'], {
    show: true,
  })
})
