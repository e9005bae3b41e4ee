import { build } from './build-site.ts'
import { step, runTask } from './task.ts'

await runTask(() => step('Building messages, client and workers', build))
