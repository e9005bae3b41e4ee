import type { Database } from '../authoring/load.ts'
import { settleRulings } from '../product-api/scoring/keys/settle.ts'

/** Scores what has been marked by keys that are others now, and says so. */
export async function settleKeys(database: Database) {
  const { attempts, changes } = await settleRulings(database, new Date())
  if (attempts > 0)
    console.log(`  keys changed: ${attempts} attempts marked anew, ${changes} changes of a score`)
}
