import { runStatements, type Database } from '../../product-api/database.ts'
import type { StagedContent } from './content-rows.ts'
import { loadStatements, type ContentFile } from './import-statements.ts'
import { readScriptFile } from './script-files.ts'
import { runVerified, type Wait } from './verified-batch.ts'

/** Loads one content file and stores its digest, in one transaction. Loading a file twice changes
 *  nothing, so a batch whose outcome is unknown is looked up and, if it has not run, run again.
 *  Errors: DatabaseFailure; with `unknown`, the file may have been loaded. */
export async function loadFile(
  database: Database,
  file: ContentFile,
  staged: StagedContent,
  wait?: Wait,
) {
  const content = (await staged.complete?.()) ?? staged
  await runVerified(
    async () => runStatements(database, await loadStatements(file, content, readScriptFile)),
    async () => {
      const row = await database
        .prepare('SELECT digest, loaded_at FROM content_files WHERE path = ?')
        .bind(file.path)
        .first<{ digest: string; loaded_at: string }>()
      return row?.digest === file.digest && row.loaded_at === file.now
    },
    wait,
  )
}
