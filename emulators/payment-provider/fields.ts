import type { Context } from 'hono'

// Requests are read by hand here: the providers' refusals name the field and their own word for
// what is wrong with it.

export type Fields = Record<string, unknown>

export const record = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** A whole number that is not negative; forms send it as text. */
export function whole(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? number
    : undefined
}

export const oneOf = <Choice extends string>(
  choices: readonly Choice[],
  value: unknown,
): Choice | undefined => choices.find((choice) => choice === value)

/** An address that a browser can be sent to. */
export const webAddress = (value: unknown): string | undefined => {
  const address = text(value)
  return address && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
    ? address
    : undefined
}

/** The JSON object in a text; nothing where the text is no JSON or no object. */
export function parseObject(body: string): Fields | undefined {
  try {
    return record(JSON.parse(body))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export const isForm = (c: Context) => !c.req.header('content-type')?.includes('application/json')

/** What a person's form or a test's JSON says. */
export async function fieldsOf(c: Context): Promise<Fields> {
  return isForm(c) ? await c.req.parseBody() : (parseObject(await c.req.text()) ?? {})
}
