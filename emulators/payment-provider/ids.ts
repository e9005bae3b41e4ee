const alphabets = {
  paypal: '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ',
  digits: '0123456789',
  token: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
}

/** A random id that looks like the provider's. */
export function randomId(length: number, alphabet: keyof typeof alphabets): string {
  const letters = alphabets[alphabet]
  return Array.from(
    crypto.getRandomValues(new Uint8Array(length)),
    (byte) => letters[byte % letters.length],
  ).join('')
}
