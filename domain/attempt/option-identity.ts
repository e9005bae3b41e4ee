export const identityLength = 3

/** Identifies a question's options by their texts in their order, for a form that was made from
 *  another version of the paper. Three letters and digits (FNV-1a in 15 bits): 150 questions of a
 *  page have one each, and it decides only between the orders of one question's options. */
export function optionsIdentity(options: readonly string[]): string {
  let hash = 0x811c9dc5
  for (const unit of options.map(normalized).join('\n'))
    hash = Math.imul(hash ^ unit.codePointAt(0)!, 0x01000193) >>> 0
  return (hash % 36 ** identityLength).toString(36).padStart(identityLength, '0')
}

const keyLength = 10

/** The name of a question's field in a form: the beginning of its id, and the identity of its
 *  options. Ten letters and digits of a random id differ within a paper; 150 whole ids would be a
 *  tenth of its page. */
export const fieldName = (id: string, options: readonly string[]) =>
  id.slice(0, keyLength) + optionsIdentity(options)

/** Before the field name of an answer that was chosen in an earlier form of the paper, and has no
 *  place in this one: kept, and listed as not counted. */
export const earlierPrefix = 'earlier-'

/** The id of the question that a form's field names, among the ids of a paper. undefined: none, or
 *  more than one. Forms of earlier builds name the whole id. */
export function questionNamed(key: string, ids: readonly string[]): string | undefined {
  if (ids.includes(key)) return key
  const [id, ...others] = ids.filter((id) => key.length === keyLength && id.startsWith(key))
  return others.length === 0 ? id : undefined
}

/** The order in which a form showed these options, by its identity: order[place in the form] is
 *  the option's index now. undefined: it showed other texts, or the order is not certain.
 *  Cost: 120 hashes for five options, less than 1 ms. */
export function orderShown(
  options: readonly string[],
  identity: string,
): readonly number[] | undefined {
  if (options.length > maxOptions) return undefined
  const [order, ...others] = ordersOf(options.map((_, index) => index)).filter(
    (order) => optionsIdentity(order.map((index) => options[index]!)) === identity,
  )
  return others.length === 0 ? order : undefined
}

const maxOptions = 6

function ordersOf(indexes: readonly number[]): number[][] {
  if (indexes.length <= 1) return [[...indexes]]
  return indexes.flatMap((first) =>
    ordersOf(indexes.filter((index) => index !== first)).map((rest) => [first, ...rest]),
  )
}

const normalized = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
