import type { Context } from 'hono'
import type { Edge } from '../../middleware/edge.ts'
import { ownUser } from '../../product/own-account.ts'

const askedAgainAfterMs = 60_000

/** Asks the product API about the reader, at most once a minute: whether the account is premium by now, whether it is in use elsewhere.
 *  An outage changes nothing: the cookie knows who is signed in. */
export async function askAboutReader(c: Context<Edge>, olderThanMs = askedAgainAfterMs) {
  const { reader } = c.var
  if (!reader.user || Date.now() - reader.askedAt < olderThanMs) return
  const asked = await ownUser(reader.call, reader.user.id)
  if (asked.ok) reader.learn(asked.value)
}
