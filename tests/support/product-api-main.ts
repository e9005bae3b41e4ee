import { DurableObject, env } from 'cloudflare:workers'
import worker, {
  GuestInserter as Inserter,
  PaymentClock as Clock,
  ReaderObject as Reader,
  ReadGrouper as Reads,
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
export class GuestInserter extends Inserter {
  constructor(context: DurableObjectState) {
    super(context, env as unknown as ApiEnv['Bindings'])
  }
}

/** With the bindings that tests change. */
export class ReadGrouper extends Reads {
  constructor(context: DurableObjectState) {
    super(context, env as unknown as ApiEnv['Bindings'])
  }
}

/** With the bindings that tests change. Its alarm comes in real time, so it hears only what it is
 *  told in a test of clocks (payment-clocks.ts). */
export class PaymentClock extends Clock {
  constructor(context: DurableObjectState) {
    super(context, env as unknown as ApiEnv['Bindings'])
  }

  override lookBy(...told: Parameters<Clock['lookBy']>): Promise<void> {
    return 'CLOCKS_ARE_TOLD' in env ? super.lookBy(...told) : Promise.resolve()
  }
}

export default worker
