import { Validator } from '@cfworker/json-schema'
import type { seededRandom } from './seeded-random.ts'

export type SeededRandom = ReturnType<typeof seededRandom>

export type Schema = { [keyword: string]: unknown }

/** Random values that fit the JSON Schemas of an OpenAPI document, and checks of values against
 *  them. */
export function schemaValues(document: { components: Schema }, random: SeededRandom) {
  const resolve = (schema: Schema): Schema => {
    if (typeof schema.$ref !== 'string') return schema
    const name = schema.$ref.split('/').at(-1) ?? ''
    return (document.components.schemas as Record<string, Schema>)[name] ?? {}
  }

  /** A random value that fits. `field`: its name, for error messages. */
  function valueFor(schemaOrRef: Schema, field = ''): unknown {
    const schema = resolve(schemaOrRef)
    if ('const' in schema) return schema.const
    if (Array.isArray(schema.enum)) return random.itemOf(schema.enum as unknown[])
    const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
    if (choices) return valueFor(random.itemOf(choices), field)
    switch (schema.type) {
      case 'object':
        return objectFor(schema)
      case 'array':
        return Array.from({ length: random.integerBelow(3) }, () =>
          valueFor((schema.items as Schema | undefined) ?? {}, field),
        )
      case 'string':
        return textFor(schema, field)
      case 'integer':
      case 'number': {
        const min = (schema.minimum as number | undefined) ?? 0
        return min + random.integerBelow(50)
      }
      case 'boolean':
        return random.integerBelow(2) === 1
      case 'null':
        return null
    }
    return random.itemOf<unknown>(['ಅ', 7, null, true, { a: 1 }, [1]])
  }

  function objectFor(schema: Schema): Record<string, unknown> {
    const properties = (schema.properties ?? {}) as Record<string, Schema>
    const required = (schema.required ?? []) as string[]
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name) || random.integerBelow(3) > 0)
        .map(([name, inner]) => [name, valueFor(inner, name)]),
    )
  }

  function textFor({ pattern, format, minLength = 0, maxLength }: Schema, field: string): string {
    if (format === 'uuid') return crypto.randomUUID()
    if (format === 'date') return '2026-11-01'
    if (format === 'date-time') return '2026-11-21T06:00:00.000Z'
    if (format === 'email') return `aspirant${random.integerBelow(1e6)}@example.in`
    if (typeof pattern === 'string') return textMatching(new RegExp(pattern, 'u'), field)
    const text = random.itemOf(['vao', 'ಕನ್ನಡ ಪ್ರಶ್ನೆ', 'x y', 'a-b_c', '0', '🙂'])
    return text.padEnd(Number(minLength), '.').slice(0, Number(maxLength ?? Infinity))
  }

  const textMatching = (pattern: RegExp, field: string): string => {
    const matching = samples.filter((sample) => pattern.test(sample))
    if (matching.length === 0) throw new Error(`No sample for ${field}: ${pattern.source}`)
    return random.itemOf(matching)
  }

  const validatorOf = cached((schema) => new Validator({ ...document, ...schema }, '2020-12', true))
  const closedComponents = closed({ components: document.components })
  const closedValidatorOf = cached(
    (schema) => new Validator({ ...closedComponents, ...closed(schema) }, '2020-12', true),
  )

  const isValid = (value: unknown, schema: Schema): boolean =>
    validatorOf(schema).validate(value).valid

  /** Why a value does not fit; null if it fits. A field that the schema lacks is an error too. */
  function mismatchOf(value: unknown, schema: Schema): string | null {
    const { valid, errors } = closedValidatorOf(schema).validate(value)
    const [last] = errors.slice(-1)
    return valid ? null : `${last?.instanceLocation ?? ''} ${last?.error ?? ''}`
  }

  return { valueFor, isValid, mismatchOf }
}

/** A validator is made once per schema: making one reads every component of the document. */
function cached(create: (schema: Schema) => Validator): (schema: Schema) => Validator {
  const validators = new WeakMap<Schema, Validator>()
  return (schema) => {
    const validator = validators.get(schema) ?? create(schema)
    validators.set(schema, validator)
    return validator
  }
}

/** Texts that match the patterns of the document. */
const samples = [
  ...['vao-30', 'village-administrative-officer-pack', 'INR', 'USD', 'paypal', 'phonepe', '/plan'],
  ...['+919845012345', '123456', 'ಆಕಾಂಕ್ಷಿ', 'writer-one.1', 'read:panchayat#1', '0', '12'],
  ...['01JABCDEFGHJKMNPQRSTVWXYZ0', 'https://example.in/', '1/4', '2026-11-21'],
]

/** The schema with objects that allow no field besides those they list. */
function closed(schema: unknown): Record<string, unknown> {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (typeof value !== 'object' || value === null) return value
    const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]))
    const isOpen = 'properties' in inner && 'type' in inner && !('additionalProperties' in inner)
    return isOpen ? { ...inner, additionalProperties: false } : inner
  }
  return copy(schema) as Record<string, unknown>
}
