import { sign } from 'hono/jwt'

type Key = { kid: string; secret: JsonWebKey; published: JsonWebKey }

/** Newest first. The newest one signs; the previous one stays published, as with Google. */
let published: Key[] = []

/** Signs claims with the newest key, or with a key that is not published. */
export async function signClaims(
  claims: Record<string, unknown>,
  { isPublished }: { isPublished: boolean },
) {
  const { kid, secret } = isPublished ? await newestKey() : await newKey()
  return sign(claims, { ...secret, kid, alg: 'RS256' })
}

/** The key set as Google publishes it. */
export async function keySet() {
  await newestKey()
  return {
    keys: published.map(({ kid, published: { kty, n, e } }) => ({
      kid,
      kty,
      n,
      e,
      alg: 'RS256',
      use: 'sig',
    })),
  }
}

export async function rotateKeys() {
  published = [await newKey(), ...published].slice(0, 2)
}

/** Generated at first use: a Worker must not generate random values in global scope. */
async function newestKey(): Promise<Key> {
  if (!published[0]) {
    const key = await newKey()
    // A concurrent request may have published a key; the first one is used.
    if (published.length === 0) published = [key]
  }
  return published[0]!
}

async function newKey(): Promise<Key> {
  const pair = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  )
  const { privateKey, publicKey } = pair as CryptoKeyPair
  return {
    kid: crypto.randomUUID(),
    secret: (await crypto.subtle.exportKey('jwk', privateKey)) as JsonWebKey,
    published: (await crypto.subtle.exportKey('jwk', publicKey)) as JsonWebKey,
  }
}
