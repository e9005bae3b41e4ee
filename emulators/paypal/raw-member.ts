// A JSON string, a punctuation character, or a number or literal.
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g

/** The source text of one member of a JSON object: ('{"a": {"b" : 1}}', 'a') -> '{"b" : 1}'.
 *  The text must be valid JSON. */
export function rawMember(json: string, name: string): string | undefined {
  let depth = 0
  let lastText: string | undefined
  let start: number | undefined
  for (const { 0: found, index } of json.matchAll(token)) {
    if (start !== undefined && depth === 1 && (found === ',' || found === '}'))
      return json.slice(start, index).trim()
    if (found === '{' || found === '[') depth += 1
    if (found === '}' || found === ']') depth -= 1
    if (depth === 1 && found === ':' && lastText === JSON.stringify(name)) start ??= index + 1
    lastText = found
  }
  return undefined
}
