// The sealed paper of a live mock and the frame of its hall, in one cache for each entry:
// 'live-1 {entry}'. Removed with the copies of halls when the reader signs out.

const nameOf = (entry: string) => `live-1 ${entry}`
const sealedKey = '/sealed'
const frameKey = '/frame'

/** A hall page without questions, as the server sent it. */
export type KeptFrame = { html: string; headers: Headers }

/** Stores the download of an entry. Errors: rejects without space. */
export async function keepSealed(
  caches: CacheStorage,
  entry: string,
  { digest, bytes, frame }: { digest: string; bytes: Uint8Array<ArrayBuffer>; frame: KeptFrame },
) {
  const cache = await caches.open(nameOf(entry))
  await cache.put(frameKey, new Response(frame.html, { headers: frame.headers }))
  await cache.put(sealedKey, new Response(bytes, { headers: { 'x-digest': digest } }))
}

/** The download of an entry; null if there is none of this digest. */
export async function keptSealed(
  caches: CacheStorage,
  entry: string,
  digest: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; frame: KeptFrame } | null> {
  if (!(await caches.has(nameOf(entry)))) return null
  const cache = await caches.open(nameOf(entry))
  const [sealed, frame] = await Promise.all([cache.match(sealedKey), cache.match(frameKey)])
  if (!sealed || !frame || sealed.headers.get('x-digest') !== digest) return null
  return {
    bytes: new Uint8Array(await sealed.arrayBuffer()),
    frame: { html: await frame.text(), headers: frame.headers },
  }
}

export const removeSealed = (caches: CacheStorage, entry: string) => caches.delete(nameOf(entry))
