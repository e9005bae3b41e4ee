import {
  readPublishableFiles,
  type PublishableFile,
} from '../authoring/publishing/content-files.ts'
import { TaskError } from './task.ts'

/** The content files. Errors: TaskError with the first problem that `content:check` reports. */
export async function checkedContentFiles(folder: string, now: Date): Promise<PublishableFile[]> {
  const read = await readPublishableFiles(folder, now.toISOString())
  if ('files' in read) return read.files
  const [first] = read.problems
  throw new TaskError(
    `The content has ${read.problems.length} problems, the first in ` +
      `${folder}/${first?.file}:${first?.line}: ${first?.reason}. ` +
      `All of them: npm run content:check${folder === 'content' ? '' : ` -- --folder ${folder}`}`,
  )
}
