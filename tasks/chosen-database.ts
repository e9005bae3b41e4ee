import type { Database } from '../authoring/load.ts'
import { migrate } from './local-content.ts'
import { statePath, withDatabase } from './local-workers.ts'
import { remoteDatabase } from './remote-database.ts'

/** Works on the deployed database, or on the local one at its newest migration. */
export async function onChosenDatabase(
  { remote, state = statePath }: { remote: boolean; state?: string | undefined },
  work: (database: Database) => Promise<void>,
) {
  if (remote) return work(remoteDatabase())
  await withDatabase(state, async (database) => {
    await migrate(database)
    await work(database)
  })
}
