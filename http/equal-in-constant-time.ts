/** Compares in constant time, so that the duration reveals nothing about the expected value. */
export function isEqualInConstantTime(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let index = 0; index < one.length; index++)
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}
