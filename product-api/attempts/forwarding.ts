import type { Context } from 'hono'
import * as v from 'valibot'
import type { ApiEnv } from '../env.ts'
import { requireGuest } from '../identity/authentication.ts'
import { ownerIfAny, ownerOf, type Owner } from '../owner.ts'
import { callerHeader, objectOf, readerOfAttempt, type Caller } from '../reader.ts'
import { notFound, Refusal } from '../strapi/errors.ts'
import { readBody } from '../strapi/request-body.ts'

const attemptPath = /^\/api\/user-test-progresses\/([0-9a-f-]{36})\/(?:events|submit)$/

/** Lets the caller's object answer (product-api/reader-object.ts). Without a token, the object of
 *  the reader whose attempt is named: there, a carry key is asked for. Errors: Refusal 403 without
 *  a token and a key, 404 with a key of an attempt that nobody has started, 401 for a guest who is
 *  not known any more. Cost: one request to the object; for a caller without a token one read. */
export async function forwardToReader(c: Context<ApiEnv>): Promise<Response> {
  const owner = ownerIfAny(c)
  if (owner) {
    const answer = await forward(c, { owner, isOwner: true })
    if (answer.status === 404 && owner.kind === 'guest') await requireKnownGuest(c.env, owner)
    return answer
  }
  const attempt = c.req.method === 'POST' && attemptPath.exec(c.req.path)?.[1]
  const other = attempt ? await readerOfAttempt(c.env.DB, attempt) : null
  if (other) return forward(c, { owner: other, isOwner: false })
  if (attempt && (await readBody(c, carried, bodyOptions)).carryKey !== undefined) throw notFound()
  ownerOf(c)
  throw notFound()
}

/** Authentication has not asked whether the guest is known. The object of a forgotten one was
 *  deleted, and this request has made it again. Errors: Refusal 401. */
async function requireKnownGuest(
  { DB, READERS }: ApiEnv['Bindings'],
  guest: Extract<Owner, { kind: 'guest' }>,
) {
  try {
    await requireGuest(DB, guest.id)
  } catch (error) {
    if (error instanceof Refusal) await objectOf(READERS, guest).erase()
    throw error
  }
}

const carried = v.object({ carryKey: v.optional(v.string()) })
const bodyOptions = { isDataAllowed: true, maxBytes: 262_144 }

async function forward(c: Context<ApiEnv>, caller: Caller): Promise<Response> {
  const headers = new Headers(c.req.raw.headers)
  headers.set(callerHeader, JSON.stringify(caller))
  const object = objectOf(c.env.READERS, caller.owner)
  const response = await object.fetch(new Request(c.req.raw, { headers }))
  return new Response(response.body, response)
}
