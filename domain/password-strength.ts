import { commonPasswords } from './common-passwords.ts'

/** Whether a password is among the first that anybody would try: common ones, with up to four
 *  digits or signs after them; one character repeated; spaces. Cost: two look-ups. */
export function isEasyPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase().trim()
  if (new Set(plain).size <= 1) return true
  return (
    commonPasswords.has(plain) || commonPasswords.has(plain.replace(/[\d\p{P}\p{S}]{1,4}$/u, ''))
  )
}

/** Whether a password says the person's own e-mail address (or what stands before the @), phone
 *  number or username. `known`: those that there are. */
export function isOwnContact(password: string, known: readonly (string | null)[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase().trim()
  return known
    .flatMap((contact) => (contact === null ? [] : [contact, contact.split('@')[0]!]))
    .map((contact) => contact.toLowerCase())
    .some((contact) => contact !== '' && [contact, contact.replace(/^\+91/, '')].includes(plain))
}
