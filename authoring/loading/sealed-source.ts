import { fromBase64, toBase64 } from '../../domain/live-mock/seal.ts'

/** A text that is stored encrypted beside its key, so that no query that finds words finds it.
 *  Both parts in base64. */
export type SealedSource = { source: string; sourceKey: string }

const ivBytes = 12

/** Encrypts the file of a live mock by AES-256-GCM with a key of its own. */
export async function sealSource(text: string): Promise<SealedSource> {
  const key = crypto.getRandomValues(new Uint8Array(32))
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const bytes = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await cipherKey(key),
    new TextEncoder().encode(text),
  )
  const sealed = new Uint8Array([...iv, ...new Uint8Array(bytes)])
  return { source: toBase64(sealed), sourceKey: toBase64(key) }
}

/** Errors: throws where the text or the key is damaged. */
export async function openSource({ source, sourceKey }: SealedSource): Promise<string> {
  const sealed = fromBase64(source)
  const iv = sealed.slice(0, ivBytes)
  const key = await cipherKey(fromBase64(sourceKey))
  const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed.slice(ivBytes))
  return new TextDecoder().decode(bytes)
}

const cipherKey = (key: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])
