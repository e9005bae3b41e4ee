const alphabets = {
  paypal: '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ',
  digits: '0123456789',
  token: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
}

/** A random id in the provider's format. */
export function randomId(length: number, alphabet: keyof typeof alphabets): string {
  const characters = alphabets[alphabet]
  return Array.from(
    crypto.getRandomValues(new Uint8Array(length)),
    (byte) => characters[byte % characters.length],
  ).join('')
}
