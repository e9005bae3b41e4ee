/** A contact of which only the end, and the domain of an address, can be read: '•••172',
 *  'a•••@example.org'. */
export function masked(contact: string): string {
  const at = contact.lastIndexOf('@')
  if (at > 0) return `${contact.slice(0, 1)}•••${contact.slice(at)}`
  return `•••${contact.slice(-3)}`
}
