import { DurableObject } from 'cloudflare:workers'
import { nearestReplica, type Statement } from './database.ts'
import type { ApiEnv } from './env.ts'
import {
  databaseWithMemory,
  GroupedReads,
  type GroupedAnswer,
  type ReadFrom,
} from './grouped-reads.ts'

/** Makes a part of the reads of running tests, or of their results (grouped-reads.ts), as a Durable
 *  Object that stores nothing. Memory: of content, up to 40 answers of some 100 KB. */
export class ReadGrouper extends DurableObject<ApiEnv['Bindings']> {
  readonly #content = databaseWithMemory(() => nearestReplica(this.env.DB))
  readonly #reads: Partial<Record<ReadFrom, GroupedReads>> = {
    nearest: new GroupedReads(() => nearestReplica(this.env.DB)),
    primary: new GroupedReads(() => this.env.DB),
    content: new GroupedReads(() => this.#content),
  }

  async read(statements: readonly Statement[], from: ReadFrom): Promise<GroupedAnswer> {
    const reads = this.#reads[from]
    // Of a newer Worker, which makes the read itself.
    if (!reads) throw new Error(`No reads are grouped as ${from}`)
    try {
      return { results: await reads.read(statements) }
    } catch (error) {
      return { error: String(error) }
    }
  }
}
