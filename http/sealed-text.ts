import { decrypt, encrypt } from 'hono-sessions'

/** Sealing keys: the first seals, all of them unseal. */
export type Keys = readonly [string, ...string[]]

/** Encrypts and authenticates any text under the newest key, for cookies and for stores that others
 *  may read. */
export const encryptText = (keys: Keys, text: string): Promise<string> => encrypt(keys[0], text)

/** null: not encrypted with any of these keys. */
export const decryptText = async (keys: Keys, encrypted: string): Promise<string | null> =>
  (await decryptWithAny(keys, encrypted))?.text ?? null

/** The text, and with which of the keys it was encrypted. null: with none of them. */
export async function decryptWithAny(
  keys: Keys,
  encrypted: string,
): Promise<{ text: string; keyIndex: number } | null> {
  for (const [keyIndex, key] of keys.entries()) {
    const text = await decrypt(key, encrypted).catch(() => null)
    if (typeof text === 'string') return { text, keyIndex }
  }
  return null
}
