import { userAttributes } from '../../../tasks/strapi-schema/content-types.ts'
import { findEntries, InvalidQuery } from './collection.ts'
import { strapiContent } from './content.ts'
import { strapiSchema, type StrapiFaults, type StrapiType } from './schema.ts'

type Fields = Record<string, unknown>

/** A Strapi 5 or 4 with the schema of `npm run strapi-schema`, as 5.54.0 and 4.26.2 answer, or with
 *  faults of its operator. `allowedFields`: what Strapi 5 stores of a registration besides its own.
 *  Members may read nothing but themselves, as Strapi's role Authenticated is made. */
export function stockStrapi(
  version: 4 | 5,
  { allowedFields = [], ...faults }: StrapiFaults & { allowedFields?: readonly string[] } = {},
) {
  const schema = strapiSchema(faults)
  const users = [userRow(1, { username: 'ravi', email: 'ravi@example.in', password })]
  const stored: Fields[] = []
  const now = new Date().toISOString()

  async function answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
    const member = bearer === undefined ? null : users.find((user) => tokenOf(user) === bearer)
    if (member === undefined)
      return refusal(401, 'UnauthorizedError', 'Missing or invalid credentials')
    const name = /^\/api\/([a-z-]+)(\/.*)?$/.exec(pathname)
    const type = [...schema.types.values()].find(({ plural }) => plural === name?.[1])
    if (request.method === 'GET') {
      if (pathname === '/api/users/me' || /^\/api\/users\/\d+$/.test(pathname))
        return member && pathname.endsWith('/me') ? Response.json(shownUser(member)) : forbidden()
      if (!type) return notFound()
      if (!type.isReadable || member || name?.[2] !== undefined) return forbidden()
      return find(type, search)
    }
    if (request.method === 'POST') {
      const body = await request.json<Fields>()
      if (pathname === '/api/auth/local') return signIn(body)
      if (pathname === '/api/auth/local/register') return register(body)
      if (type && name?.[2] === undefined)
        return type.isWritable && !member ? create(type, body) : forbidden()
    }
    return new Response('Method Not Allowed', { status: 405 })
  }

  function find(type: StrapiType, search: string): Response {
    try {
      return Response.json(findEntries(version, schema, strapiContent, type, search))
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error
      return refusal(400, 'ValidationError', error.message, error.details)
    }
  }

  /** Strapi 4 drops what the type does not have; Strapi 5 takes a `locale` for its own. */
  function create({ attributes }: StrapiType, { data }: Fields): Response {
    const given = (data ?? {}) as Fields
    for (const key of Object.keys(given))
      if (version === 5 && key !== 'locale' && !(key in attributes))
        return refusal(400, 'ValidationError', `Invalid key ${key}`, { key, source: 'body' })
    for (const [name, { isRequired }] of Object.entries(attributes))
      if (isRequired && (given[name] ?? null) === null) return missing([name])
    const own = Object.fromEntries(
      Object.keys(attributes).map((name) => [name, given[name] ?? null]),
    )
    stored.push(own)
    const times = { createdAt: now, updatedAt: now }
    return version === 5
      ? Response.json(
          { data: { id: 1, documentId: 'x', ...own, ...times }, meta: {} },
          { status: 201 },
        )
      : Response.json({ data: { id: 1, attributes: { ...own, ...times } }, meta: {} })
  }

  function signIn({ identifier, password }: Fields): Response {
    const user = users.find((one) => one.email === identifier || one.username === identifier)
    return user?.password === password && user
      ? Response.json(signedIn(user))
      : refusal(400, 'ValidationError', 'Invalid identifier or password')
  }

  function register(body: Fields): Response {
    const own = ['username', 'email', 'password']
    const extra = Object.keys(body).filter((key) => !own.includes(key))
    const refused = version === 5 ? extra.filter((key) => !allowedFields.includes(key)) : []
    if (refused.length > 0)
      return refusal(400, 'ValidationError', `Invalid parameters: ${refused.join(', ')}`)
    const lacking = own.filter((key) => body[key] === undefined)
    if (lacking.length > 0) return missing(lacking)
    if (users.some(({ email }) => email === body.email))
      return refusal(400, 'ApplicationError', 'Email or Username are already taken')
    const kept = Object.entries(body).filter(
      ([key]) => own.includes(key) || allowedFields.includes(key),
    )
    const user = userRow(users.length + 1, Object.fromEntries(kept))
    users.push(user)
    return Response.json(signedIn(user))
  }

  function shownUser({ password: _, ...user }: Fields) {
    const ids = version === 5 ? { documentId: `user-${String(user.id)}`, publishedAt: now } : {}
    return { ...user, ...ids, createdAt: now, updatedAt: now }
  }
  const signedIn = (user: Fields) => ({ jwt: tokenOf(user), user: shownUser(user) })

  return { answer, users, stored }
}

export const password = 'Secret-of-Ravi-1'

function userRow(id: number, given: Fields): Fields {
  const own = Object.keys(userAttributes).map((name) => [name, null] as const)
  return {
    ...{ id, provider: 'local', confirmed: true, blocked: false },
    ...{ ...Object.fromEntries(own), freeTestTaken: 2, ...given },
  }
}

/** Like Strapi's own, which have no session. */
const tokenOf = ({ id }: Fields) => {
  const claims = btoa(JSON.stringify({ id, iat: 1_795_843_233, exp: 4_102_444_800 }))
  return `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${claims.replaceAll('=', '')}.signature`
}

const refusal = (status: number, name: string, message: string, details: object = {}) =>
  Response.json({ data: null, error: { status, name, message, details } }, { status })
const notFound = () => refusal(404, 'NotFoundError', 'Not Found')
const forbidden = () => refusal(403, 'ForbiddenError', 'Forbidden')

function missing(names: readonly string[]) {
  const errors = names.map((name) => {
    const message = `${name} is a required field`
    return { path: [name], message, name: 'ValidationError' }
  })
  const message = errors.length === 1 ? errors[0]!.message : `${errors.length} errors occurred`
  return refusal(400, 'ValidationError', message, { errors })
}
