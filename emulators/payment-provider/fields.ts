import type { Context } from 'hono'

// Requests are parsed without a schema: a provider's error names the field and has the provider's
// own code for what is wrong with it.

export type Fields = Record<string, unknown>

export const asObject = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined

export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** A non-negative integer; forms send it as text. */
export function asWholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? number
    : undefined
}

export const oneOf = <Choice extends string>(
  choices: readonly Choice[],
  value: unknown,
): Choice | undefined => choices.find((choice) => choice === value)

/** A URL that a browser can be redirected to. */
export const asHttpUrl = (value: unknown): string | undefined => {
  const address = asText(value)
  return address && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
    ? address
    : undefined
}

/** The object that a JSON text contains; undefined where it is malformed or no object. */
export function parseObject(body: string): Fields | undefined {
  try {
    return asObject(JSON.parse(body))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export const isForm = (c: Context) => !c.req.header('content-type')?.includes('application/json')

/** The fields of a form or of a JSON body. */
export async function requestFields(c: Context): Promise<Fields> {
  return isForm(c) ? await c.req.parseBody() : (parseObject(await c.req.text()) ?? {})
}
