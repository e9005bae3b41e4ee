import { compileMessages } from './messages.ts'
import { runProcess } from './processes.ts'
import { runTask } from './task.ts'

// Lints everything, or the given files; the rules need the types of the compiled messages.
await runTask(async () => {
  await compileMessages()
  const files = process.argv.slice(2)
  const args = [...(files.length > 0 ? files : ['.']), '--max-warnings', '0']
  const { status } = await runProcess('eslint', args, { show: true })
  process.exitCode = status
})
