import type { Database } from '../product-api/database.ts'
import { applyPendingRulings } from '../product-api/scoring/pending-rulings.ts'

/** Rescores the attempts that pending rulings affect, and prints how many. */
export async function rescoreAttempts(database: Database) {
  const { attempts, changes } = await applyPendingRulings(database, new Date())
  if (attempts > 0)
    console.log(`  keys changed: ${attempts} attempts rescored, ${changes} scores changed`)
}
