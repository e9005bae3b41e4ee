import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskRoute } from '../../desk/desk-route.ts'
import { roles, type Role } from '../../desk/operators/operators.ts'
import { deskRoutes } from '../../desk/routes.ts'
import { DeskBrowser, deskOrigin, enrolled, rows, run, type SignedIn } from '../support/desk.ts'
import { begun } from '../support/desk-papers.ts'
import { seededRandom } from '../support/seeded-random.ts'

// Every route of the desk, with every role and without one, by requests generated from the table of
// routes.

const people = new Map<Role, SignedIn>()
/** A paper that is there, so that routes of papers do not end at once. */
let paperSlug = ''
beforeAll(async () => {
  for (const role of roles) people.set(role, await enrolled(`access-${role}`, role))
  paperSlug = await begun(people.get('author')!)
})

const protectedRoutes = deskRoutes.filter(({ roles }) => roles !== 'public')
const { integerBelow, itemOf: pick } = seededRandom(20261123)

/** A path that the route matches, with random parameters: of those of a pattern, texts that it
 *  accepts. */
function pathOf({ path }: DeskRoute): string {
  const made = path
    .replace(/:date\{.*?\}\}/, () => `2026-1${pick([0, 1, 2])}-${10 + integerBelow(18)}`)
    .replace(/:id\{.*?\}\}/, () => String(900_000 + integerBelow(1000)))
    .replace(/:report\{.*?\}\}/, () => `${integerBelow(2 ** 31)}`.padStart(24, 'a'))
    .replace(/:slug\{.*?\}\}/, () => pick([paperSlug, 'no-such-paper']))
    .replace(/:question\{.*?\}\}/, () => `no-such-question-${integerBelow(9)}`)
    .replace(/:figure\{.*?\}\}/, () => 'no-such-figure.png')
    .replace(/:code\{.*?\}\}/, () => pick(['ABHYASA10', 'NONE']))
    .replace(/:order\{.*?\}\}/, () => `${integerBelow(2 ** 31)}`.padStart(26, '0'))
  if (/[:{}]/.test(made)) throw new Error(`say here how parameters of ${path} are made`)
  return made
}

const randomFields = () =>
  Object.fromEntries(
    Array.from({ length: integerBelow(5) }, () => [
      pick(['name', 'role', 'do', 'version', 'note', 'title', 'email', 'publishTime', 'slug']),
      pick(['', '1', 'owner', 'save', '<b>', 'ಕನ್ನಡ', '06:00', 'x'.repeat(300)]),
    ]),
  )

/** What a refused request must not change. */
const tables = [
  ...['operators', 'operator_sessions', 'operator_invitations', 'audit_entries', 'pages'],
  ...['content_files', 'users', 'affairs_versions', 'affairs_days', 'affairs_approvals'],
  ...['ruling_proposals', 'key_rulings'],
  ...['question_reports', 'sessions', 'refund_proposals', 'refund_requests'],
  ...['payment_transactions', 'subscription_grants', 'user_subscriptions'],
  ...['crash_groups', 'catalogue_changes', 'catalogue_revision', 'coupons', 'plan_prices'],
  'notices',
  ...['paper_blocks', 'paper_drafts', 'paper_readings', 'paper_approvals', 'desk_papers'],
]
const everything = async () =>
  JSON.stringify(
    await run(...tables.map((table) => ({ text: `SELECT * FROM ${table}`, values: [] }))),
  )

/** Sends a request of the route; a form has the token. */
const send = (browser: DeskBrowser, route: DeskRoute, token: string) =>
  route.method === 'GET'
    ? browser.get(pathOf(route))
    : browser.postRaw(pathOf(route), { token, ...randomFields() })

const signOutPaths = ['/sign-out']

describe('access', () => {
  it.each(protectedRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'to %s needs a sign-in',
    async (_name, route) => {
      const before = await everything()
      for (let round = 0; round < 3; round++) {
        const answer = await send(new DeskBrowser(), route, '')
        expect(answer.status).toBe(route.method === 'GET' ? 303 : 401)
        if (route.method === 'GET') expect(answer.headers.get('location')).toMatch(/^\/sign-in\?/)
      }
      expect(await everything()).toBe(before)
    },
  )

  it.each(
    protectedRoutes.flatMap((route) =>
      roles.map((role) => [`${route.method} ${route.path}`, role, route] as const),
    ),
  )('to %s as %s is as the table of routes says', async (_name, role, route) => {
    if (signOutPaths.includes(route.path)) return
    const { browser } = people.get(role)!
    const token = route.method === 'GET' ? '' : await browser.formToken()
    const isAllowed = route.roles !== 'public' && route.roles.includes(role)
    const before = isAllowed ? '' : await everything()
    for (let round = 0; round < 3; round++) {
      const answer = await send(browser, route, token)
      await answer.text()
      if (isAllowed) expect([401, 403, 500]).not.toContain(answer.status)
      else expect(answer.status).toBe(403)
    }
    if (!isAllowed) expect(await everything()).toBe(before)
  })

  it.each(
    protectedRoutes
      .filter(({ method }) => method === 'POST')
      .map((route) => [route.path, route] as const),
  )(
    'to POST %s without the token of a page, or from another site, changes nothing',
    async (_path, route) => {
      const role = route.roles === 'public' ? 'owner' : route.roles[0]!
      const { browser } = people.get(role)!
      const token = await browser.formToken()
      const other = await people.get(role === 'owner' ? 'author' : 'owner')!.browser.formToken()
      const before = await everything()
      const forged: [Record<string, string>, Record<string, string>][] = [
        [{}, { origin: deskOrigin }],
        [{ token: '' }, { origin: deskOrigin }],
        [{ token: other }, { origin: deskOrigin }],
        [{ token: `${token.slice(0, -1)}_` }, { origin: deskOrigin }],
        [{ token }, {}],
        [{ token }, { origin: 'https://evil.test' }],
        [{ token }, { origin: 'null' }],
      ]
      for (const [fields, headers] of forged) {
        const answer = await browser.postRaw(
          pathOf(route),
          { ...randomFields(), ...fields },
          headers,
        )
        expect([JSON.stringify([fields, headers]), answer.status]).toEqual([
          JSON.stringify([fields, headers]),
          403,
        ])
      }
      expect(await everything()).toBe(before)
    },
  )

  it('of a disabled operator, or of a session that is over, ends at the next request', async () => {
    const { browser: owner } = people.get('owner')!
    const { browser, id } = await enrolled('access-leaver', 'reviewer')
    expect((await browser.get('/')).status).toBe(200)
    await owner.post(`/operators/${id}/disable`)
    expect((await browser.get('/')).status).toBe(303)

    const late = await enrolled('access-late', 'author')
    await rows(
      `UPDATE operator_sessions SET expires_at = '2026-01-01T00:00:00.000Z' WHERE operator_id = ?`,
      late.id,
    )
    expect((await late.browser.get('/')).status).toBe(303)
  })

  it('by a changed role holds from the next request', async () => {
    const { browser, id } = await enrolled('access-promoted', 'author')
    expect((await browser.get('/operators')).status).toBe(403)
    await rows(`UPDATE operators SET role = 'owner' WHERE id = ?`, id)
    expect((await browser.get('/operators')).status).toBe(200)
  })

  it('to an address that is not in the table is 404, and its page says so', async () => {
    const { browser } = people.get('owner')!
    const answer = await browser.get('/wp-admin')
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('ಈ ಪುಟ ಇಲ್ಲ')
  })
})
