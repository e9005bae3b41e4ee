import { compileMessages } from './messages.ts'
import { runProcess } from './processes.ts'
import { runTask } from './task.ts'

// Checks the types of every environment: tsconfig.json lists the projects.
await runTask(async () => {
  await compileMessages()
  const { status } = await runProcess('tsc', ['-b', ...process.argv.slice(2)], { show: true })
  process.exitCode = status
})
