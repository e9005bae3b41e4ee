import { sealedDigestOf } from '../../../domain/live-mock/seal.ts'
import { keepSealed, keptSealed, type KeptFrame } from '../../device/offline-hall/sealed-copies.ts'

export type Download = { bytes: Uint8Array<ArrayBuffer>; frame: KeptFrame }

/** The addresses of a download, and the digest of its bytes. */
export type DownloadSource = {
  entry: string
  sealedHref: string
  frameHref: string
  digest: string
}

/** The sealed paper and the frame of its hall: those that this phone keeps, else from the network,
 *  kept from then on. onProgress: bytes so far. isStored: false where the browser has no
 *  space or no storage. Errors: rejects without a network, and for bytes that are damaged. */
export async function download(
  { entry, sealedHref, frameHref, digest }: DownloadSource,
  onProgress: (bytes: number) => void,
): Promise<Download & { isStored: boolean }> {
  const kept = await keptSealed(caches, entry, digest).catch(() => null)
  if (kept) return { ...kept, isStored: true }
  const [bytes, frame] = await Promise.all([
    fetchBytes(sealedHref, onProgress),
    fetchFrame(frameHref),
  ])
  if ((await sealedDigestOf(bytes)) !== digest) throw new Error('The download is damaged')
  const isStored = await keepSealed(caches, entry, { digest, bytes, frame }).then(
    () => true,
    () => false,
  )
  return { bytes, frame, isStored }
}

async function fetchBytes(href: string, onProgress: (bytes: number) => void) {
  const response = await fetch(href)
  if (!response.ok || !response.body) throw new Error(`Status ${response.status}`)
  const reader = response.body.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    size += value.length
    onProgress(size)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

async function fetchFrame(href: string): Promise<KeptFrame> {
  const response = await fetch(href, { headers: { accept: 'text/html' } })
  if (response.status !== 200) throw new Error(`Status ${response.status}`)
  return { html: await response.text(), headers: response.headers }
}
