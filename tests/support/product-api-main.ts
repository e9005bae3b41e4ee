import { DurableObject, env } from 'cloudflare:workers'
import worker, {
  PaymentClock as Clock,
  ReaderObject as Reader,
  SearchObject as Search,
} from '../../product-api/worker.ts'
import type { ApiEnv } from '../../product-api/env.ts'

/** A Durable Object whose SQLite storage serves as a fast database (durable-object-storage.ts). */
export class DatabaseObject extends DurableObject {}

/** With the bindings that tests change. */
export class ReaderObject extends Reader {
  constructor(context: DurableObjectState) {
    super(context, env as unknown as ApiEnv['Bindings'])
  }
}

/** With the bindings that tests change. */
export class SearchObject extends Search {
  constructor(context: DurableObjectState) {
    super(context, env as unknown as ApiEnv['Bindings'])
  }
}

/** With the bindings that tests change. */
export class PaymentClock extends Clock {
  constructor(context: DurableObjectState) {
    super(context, env as unknown as ApiEnv['Bindings'])
  }
}

export default worker
