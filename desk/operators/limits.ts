import { addToCounters, type Limit } from '../../product-api/limits/counters.ts'
import type { DeskContext } from '../desk-env.ts'
import { deskSettings } from '../settings.ts'
import type { Operator } from './operators.ts'

const minutes = 60
const hours = 60 * minutes

// Six digits, of which three are valid at any time: whoever may try 30 a day at an operator's code
// needs twenty years for an even chance. An operator's own browser is counted by itself, so that
// strangers who use up the tries of a name lock nobody out.
const signInLimits = {
  name: [
    { max: 10, seconds: 10 * minutes },
    { max: 30, seconds: 24 * hours },
  ],
  browser: [
    { max: 10, seconds: 10 * minutes },
    { max: 30, seconds: 24 * hours },
  ],
  address: [
    { max: 20, seconds: 10 * minutes },
    { max: 60, seconds: 24 * hours },
  ],
} satisfies Record<string, Limit[]>

/** What one operator may change in a day; every change is a row of the audit log. */
const writeLimit: Limit = { max: 2000, seconds: 24 * hours }

/** Counts an attempt to sign in or to use a link. `browser`: the sealed cookie's id, where an
 *  operator of this name signed in with this browser before. -> whether it may go on. */
export async function spendAttempt(
  c: DeskContext,
  { name, browser }: { name: string; browser: string | null },
): Promise<boolean> {
  const address = c.req.header('cf-connecting-ip') ?? ''
  const counted: [string, Limit[]][] =
    browser === null
      ? [
          [`name ${name.toLowerCase()}`, signInLimits.name],
          [`address ${address}`, signInLimits.address],
        ]
      : [[`browser ${browser} ${name.toLowerCase()}`, signInLimits.browser]]
  return isLeft(
    c,
    counted.flatMap(([who, limits]) =>
      limits.map((limit) => ({ limit, name: `desk sign-in ${who} ${limit.seconds}` })),
    ),
  )
}

/** Counts a change. -> whether the operator may make it. */
export const spendWrite = (c: DeskContext, { id }: Operator): Promise<boolean> =>
  isLeft(c, [{ limit: writeLimit, name: `desk write ${id}` }])

async function isLeft(c: DeskContext, counters: { limit: Limit; name: string }[]) {
  const { keys } = deskSettings(c.env)
  const counts = await addToCounters(c.env.DB, keys[0], counters, 1, c.get('now'))
  return counts.every(({ remaining }) => remaining >= 0)
}
