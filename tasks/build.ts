import { build } from './build-site.ts'
import { step, task } from './step.ts'

await task(() => step('Building messages, client and workers', build))
