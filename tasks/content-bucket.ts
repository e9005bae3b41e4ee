import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import type { ReadObject } from '../authoring/publishing/fetch-export.ts'
import {
  compatibilityDate,
  contentBucketName,
  localStatePath,
  sharedOptions,
} from './local-workers.ts'
import { cloudflareAccount } from './remote-database.ts'
import { TaskError } from './task.ts'

/** Reads objects of the bucket of the nightly exports, of the deployed one or of the local one. */
export async function withSelectedBucket(
  { remote, state = localStatePath }: { remote: boolean; state?: string | undefined },
  work: (read: ReadObject) => Promise<void>,
) {
  if (remote) return work(remoteObjects())
  const workers = new Miniflare(
    convertV4MiniflareOptions({
      ...sharedOptions(state, true),
      compatibilityDate,
      modules: true,
      script: 'export default { fetch: () => new Response() }',
      r2Buckets: { CONTENT_BUCKET: contentBucketName },
    }),
  )
  try {
    const bucket = await workers.getR2Bucket('CONTENT_BUCKET')
    await work(async (key) => {
      const object = await bucket.get(key)
      return object && new Uint8Array(await object.arrayBuffer())
    })
  } finally {
    await workers.dispose()
  }
}

/** By Cloudflare's API, as "wrangler r2 object get" does. CONTENT_BUCKET names another bucket.
 *  Errors: TaskError. */
function remoteObjects(): ReadObject {
  const { token, url } = cloudflareAccount()
  const bucket = process.env.CONTENT_BUCKET || contentBucketName
  return async (key) => {
    const address = `${url}/r2/buckets/${encodeURIComponent(bucket)}/objects/${encodeURI(key)}`
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
    if (answer.status === 404) return null
    if (!answer.ok)
      throw new TaskError(
        `The bucket ${bucket} cannot be read: Cloudflare answers ${answer.status}. The token ` +
          'needs the permission "Account, Workers R2 Storage, Read".',
      )
    return new Uint8Array(await answer.arrayBuffer())
  }
}
