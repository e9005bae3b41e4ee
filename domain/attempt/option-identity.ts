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
