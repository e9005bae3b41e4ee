import { Hono } from 'hono'
import * as v from 'valibot'
import type { Api } from '../env.ts'
import { member, neverKept } from '../identity/bearer.ts'
import { countAttempt } from '../identity/limits.ts'
import { readBody } from '../identity/request-body.ts'
import { tillOf } from './operator/desk.ts'
import { codeOf, creditsOf, redeem } from './checkout/referrals.ts'
import type { Till } from './providers/provider.ts'

/** Credit for friends who were brought along. */
export const referralTransactions = new Hono<Api>()
referralTransactions.use(neverKept)

referralTransactions.get('/', async (c) => c.json(await shown(tillOf(c), member(c).user.id)))

/** POST { code }: a friend's. */
referralTransactions.post('/', async (c) => {
  const { user } = member(c)
  const { code } = await readBody(
    c,
    { code: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)) },
    { inData: true },
  )
  await countAttempt(c, 'redeem', String(user.id))
  const till = tillOf(c)
  await redeem(till, user.id, code)
  return c.json(await shown(till, user.id), 201)
})

async function shown(till: Till, userId: number) {
  const { rows, balances } = await creditsOf(till, userId)
  const offers = [...till.settings.REFERRAL_CREDIT].map(([currency, amountMinor]) => ({
    currency,
    amountMinor,
  }))
  return { data: rows, meta: { code: await codeOf(till, userId), balances, offers } }
}
