import { sign } from 'hono/jwt'

type Key = { kid: string; secret: JsonWebKey; published: JsonWebKey }

/** Newest first: it signs; the one before stays published, as Google's does for a while. */
let published: Key[] = []

/** Signs claims with the newest key; with one that nobody published, where `unknown`. */
export async function signClaims(claims: Record<string, unknown>, { unknown = false } = {}) {
  const { kid, secret } = unknown ? await newKey() : await newest()
  return sign(claims, { ...secret, kid, alg: 'RS256' })
}

/** The key set as Google publishes it. */
export async function keySet() {
  await newest()
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

/** Made at the first need: a worker may not make keys while it starts. */
async function newest(): Promise<Key> {
  if (!published[0]) {
    const made = await newKey()
    // Of several first requests, the first one's key holds.
    if (published.length === 0) published = [made]
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
  const { privateKey, publicKey } = pair
  return {
    kid: crypto.randomUUID(),
    secret: await crypto.subtle.exportKey('jwk', privateKey),
    published: await crypto.subtle.exportKey('jwk', publicKey),
  }
}
