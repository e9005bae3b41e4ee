import { resolve } from 'node:path'
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
  const { length } = read.problems
  const count = length === 1 ? '1 problem: ' : `${length} problems, the first in `
  const named =
    folder === 'content' || folder === resolve('content') ? '' : ` -- --folder ${folder}`
  throw new TaskError(
    `The content has ${count}${folder}/${first?.file}:${first?.line}: ${first?.reason}. ` +
      `Nothing was published. All of them: npm run content:check${named}`,
  )
}
