import { desk } from './desk.ts'
import type { DeskEnv } from './desk-env.ts'

export default {
  fetch: desk.fetch,
} satisfies ExportedHandler<DeskEnv['Bindings']>
