import { toJsonSchema, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { errorBody } from '../../domain/contracts/errors.ts'
import { defaultMaxBytes } from '../strapi/request-body.ts'
import type { CallerKind, Operation, Operations, Parameter, RequestContent } from './operation.ts'
import { listParameters } from './parameters.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of operations. `components`: schemas with a name, to which the document
 *  refers wherever they occur. Cost: some milliseconds, so openapi/routes.ts calls it once. */
export function openApiDocument(
  operations: Operations,
  components: Readonly<Record<string, v.GenericSchema>>,
): Json {
  const definitions = { Error: errorBody, ...components }
  const schemaOf = (schema: v.GenericSchema) => jsonSchema(schema, definitions)
  const paths: Record<string, Json> = {}
  for (const [key, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ')
    // Whatever may write is charged to its sender: limits/write-budget.ts.
    const isCharged = method !== 'GET' && !['public', 'provider'].includes(operation.caller)
    const limited = isCharged ? { ...operation, isRateLimited: true as const } : operation
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationJson(limited, schemaOf) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Product API',
      version: '1',
      description:
        'Answers have the shape of Strapi 5. Unknown query parameters and unknown fields of a ' +
        'body are ignored unless an operation says otherwise. Every error has the body Error.',
    },
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(definitions).map(([name, schema]) => [
          name,
          jsonSchema(schema, definitions, name),
        ]),
      ),
      securitySchemes,
    },
  }
}

type SchemaOf = (schema: v.GenericSchema) => Json

function operationJson(operation: Operation, schemaOf: SchemaOf): Json {
  const { operationId, summary, caller, path = {}, query = {}, hasListQuery, body } = operation
  const queryParameters = hasListQuery ? { ...listParameters, ...query } : query
  return {
    operationId,
    summary,
    ...securityOf[caller],
    parameters: [
      ...parametersJson('path', path, schemaOf),
      ...parametersJson('query', queryParameters, schemaOf),
    ],
    ...(body && { requestBody: requestBodyJson(body, schemaOf) }),
    responses: { ...answersJson(operation, schemaOf), ...refusalsJson(operation) },
  }
}

const parametersJson = (
  place: 'path' | 'query',
  parameters: Readonly<Record<string, Parameter>>,
  schemaOf: SchemaOf,
) =>
  Object.entries(parameters).map(([name, { description, schema, isRequired = false }]) => {
    const json = schemaOf(schema)
    return {
      name,
      in: place,
      description,
      required: isRequired,
      ...(json.type === 'object' && { style: 'deepObject', explode: true }),
      schema: json,
    }
  })

function requestBodyJson(
  { schema, fields, isFormAllowed, maxBytes }: RequestContent,
  schemaOf: SchemaOf,
) {
  const own = schemaOf(schema)
  const wrapped = { type: 'object', properties: { data: own }, required: ['data'] }
  const json = fields === 'in-body' ? own : { anyOf: [own, wrapped] }
  return {
    required: true,
    description: `At most ${maxBytes ?? defaultMaxBytes} bytes.`,
    content: {
      'application/json': { schema: json },
      ...(isFormAllowed && { 'application/x-www-form-urlencoded': { schema: own } }),
    },
  }
}

const answersJson = ({ answers }: Operation, schemaOf: SchemaOf) =>
  Object.fromEntries(
    Object.entries(answers).map(([status, { description, schema, contentType }]) => [
      status,
      {
        description,
        ...(schema && { content: { 'application/json': { schema: schemaOf(schema) } } }),
        ...(contentType !== undefined && { content: { [contentType]: {} } }),
      },
    ]),
  )

/** Every error of an operation: its own, and those of its caller, body, query and rate limit. */
function refusalsJson({ caller, body, hasListQuery, isRateLimited, refusals = {} }: Operation) {
  const all: Record<string, string> = {
    ...(body && (body.isAnyTypeAllowed ? anyBodyRefusals : bodyRefusals)),
    ...(hasListQuery && { 400: 'An unknown key in the query.' }),
    ...(isRateLimited && {
      429: 'Too many requests; details.retryAfterSeconds and Retry-After say when to try again.',
    }),
    ...callerRefusals[caller],
  }
  for (const [status, description] of Object.entries(refusals))
    all[status] = status in all ? `${all[status]} ${description}` : description
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    Object.entries({ ...all, default: 'An error of the server, or a missing setting.' }).map(
      ([status, description]) => [
        status,
        {
          description,
          content,
          ...(status === '429' && {
            headers: { 'Retry-After': { schema: { type: 'integer', minimum: 0 } } },
          }),
        },
      ],
    ),
  )
}

const anyBodyRefusals = {
  400: 'The body is not JSON, or its fields are invalid (details.errors).',
  408: 'The body did not arrive in time.',
  413: 'The body is too large.',
}
const bodyRefusals = { ...anyBodyRefusals, 415: 'The content type is not allowed.' }

const tokenRefusals = {
  401: 'The token is invalid or expired, or its session has ended.',
  499: 'The account signed in on another device of the same kind.',
}

const callerRefusals: Record<CallerKind, Record<string, string>> = {
  public: {},
  anyone: tokenRefusals,
  'guest-or-member': { ...tokenRefusals, 403: 'No token was sent.' },
  member: { ...tokenRefusals, 403: 'No token of a member was sent.' },
  signature: { ...tokenRefusals, 404: 'There is no such payment for the caller.' },
  provider: { 401: 'The signature is not the provider’s.' },
}

const [member, guest] = [{ memberToken: [] }, { guestToken: [] }]

const securityOf: Record<CallerKind, { security: Json[]; 'x-caller': CallerKind }> = {
  public: { security: [], 'x-caller': 'public' },
  anyone: { security: [{}, member, guest], 'x-caller': 'anyone' },
  'guest-or-member': { security: [member, guest], 'x-caller': 'guest-or-member' },
  member: { security: [member], 'x-caller': 'member' },
  signature: { security: [{ signature: [] }, member], 'x-caller': 'signature' },
  provider: { security: [{ providerSignature: [] }], 'x-caller': 'provider' },
}

const securitySchemes = {
  memberToken: { type: 'http', scheme: 'bearer', description: '`jwt` of the answer to a sign-in.' },
  guestToken: { type: 'http', scheme: 'bearer', description: '`jwt` of GET /api/guest/token.' },
  signature: {
    type: 'apiKey',
    in: 'query',
    name: 's',
    description: 'The signature of a URL that the product API issued.',
  },
  providerSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'authorization',
    description: 'As the provider documents it.',
  },
}

const config: ConversionConfig = {
  target: 'draft-2020-12',
  // Transformations of an accepted text, and rules that JSON Schema cannot express.
  ignoreActions: ['trim', 'to_lower_case', 'normalize', 'transform', 'check'],
  // A custom schema describes what it accepts in its metadata.
  overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? {} : undefined),
  // JSON Schema patterns are Unicode patterns, so the flag u (the only one in use) is implied.
  overrideAction: ({ valibotAction, jsonSchema: before }) =>
    valibotAction.type === 'regex'
      ? {
          ...before,
          pattern: (valibotAction as v.RegexAction<string, undefined>).requirement.source,
        }
      : undefined,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}

/** The JSON Schema of a valibot schema. `name`: given if the schema is a component itself. */
function jsonSchema(
  schema: v.GenericSchema,
  definitions: Readonly<Record<string, v.GenericSchema>>,
  name?: string,
): Json {
  const others = Object.entries(definitions).filter(([other]) => other !== name)
  const converted: JsonSchema = toJsonSchema(schema, {
    ...config,
    definitions: Object.fromEntries(others),
  })
  const { $schema: _schema, $defs: _definitions, ...json } = converted
  return json
}
