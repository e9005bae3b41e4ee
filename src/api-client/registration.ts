import * as v from 'valibot'
import type { AgeBand } from '../../domain/privacy.ts'
import { ok, type Result } from '../../domain/result.ts'
import { sendAcceptedKeys } from './accepted-keys.ts'
import type { ApiClient, JsonBody } from './client.ts'
import type { ApiError } from './errors.ts'
import { signedIn, type SignedIn } from './sign-in.ts'

export type NewAccount = {
  name?: string
  email: string
  password: string
  ageBand: AgeBand
  user_source?: string
}

/** Registers a member and signs in. A Strapi wants a user name, which nobody is asked for, and may
 *  refuse the other fields: what it does not accept, it does not store. */
export async function register(
  api: ApiClient,
  account: NewAccount,
): Promise<Result<SignedIn, ApiError>> {
  const send = (body: JsonBody) => api.call('POST', '/api/auth/local/register', signedIn, { body })
  const optional = ['name', 'ageBand', 'user_source']
  const registered = await sendAcceptedKeys(account, optional, async (body) => {
    const answer = await send(body)
    if (answer.ok || !wantsUsername(answer.error)) return answer
    return send({ ...body, username: `member-${crypto.randomUUID().slice(0, 13)}` })
  })
  if (!registered.ok) return registered
  // What minors see depends on it, also where it is stored nowhere.
  const { user } = registered.value
  return ok({ ...registered.value, user: { ...user, ageBand: user.ageBand ?? account.ageBand } })
}

const refusal = v.object({
  error: v.object({
    details: v.object({ errors: v.array(v.object({ path: v.array(v.string()) })) }),
  }),
})

function wantsUsername(error: ApiError): boolean {
  if (error.kind !== 'http-error' || error.status !== 400) return false
  const parsed = v.safeParse(refusal, error.data)
  const errors = parsed.success ? parsed.output.error.details.errors : []
  return errors.some(({ path }) => path[0] === 'username')
}
