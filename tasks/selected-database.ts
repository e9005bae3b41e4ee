import type { Database } from '../product-api/database.ts'
import { applyMigrations } from './local-content.ts'
import { withLocalDatabase } from './local-database.ts'
import { localStatePath } from './local-workers.ts'
import { remoteDatabase } from './remote-database.ts'

/** Runs a command on the deployed database, or on the local one after its migrations. */
export async function withSelectedDatabase(
  { remote, state = localStatePath }: { remote: boolean; state?: string | undefined },
  work: (database: Database) => Promise<void>,
) {
  if (remote) return work(remoteDatabase())
  await withLocalDatabase(state, async (database) => {
    await applyMigrations(database)
    await work(database)
  })
}
