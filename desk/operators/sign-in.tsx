import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { decryptText, decryptWithAny, encryptText, type Keys } from '../../http/sealed-text.ts'
import type { DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { deskSettings } from '../settings.ts'
import { Field } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { spendAttempt } from './limits.ts'
import { credentialsOf, operatorById, roles, storeSecret, useStep } from './operators.ts'
import * as sessions from './sessions.ts'
import { matchingStep } from './totp.ts'

export const signInRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/sign-in', roles: 'public', handle: (c) => signInPage(c, null, '') },
  { method: 'POST', path: '/sign-in', roles: 'public', handle: signIn },
  { method: 'POST', path: '/sign-out', roles, handle: signOut },
]

const yearSeconds = 31_536_000

/** A wrong name, a wrong code, a used code and a disabled operator get the same answer. */
async function signIn(c: DeskContext, form: Record<string, string>): Promise<Response> {
  const name = (form.name ?? '').trim().slice(0, 60)
  const code = (form.code ?? '').replace(/\s/g, '')
  if (name === '' || !/^\d{6}$/.test(code)) return signInPage(c, 'code_format', name)
  const { keys } = deskSettings(c.env)
  const browser = await browserOf(c, keys)
  const knownBrowser = browser?.names.includes(name.toLowerCase()) ? browser.id : null
  if (!(await spendAttempt(c, { name, browser: knownBrowser })))
    return signInPage(c, 'too_many_codes', name)
  const operatorId = await operatorWithCode(c, keys, name, code)
  if (operatorId === null) return signInPage(c, 'wrong_code', name)
  return startSession(c, operatorId, safePath(form.to))
}

async function operatorWithCode(c: DeskContext, keys: Keys, name: string, code: string) {
  const found = await credentialsOf(c.env.DB, name)
  const unsealed = found && (await decryptWithAny(keys, found.sealedSecret))
  if (!found || !unsealed) return null
  const step = await matchingStep(unsealed.text, code, found.lastStep, c.get('now'))
  if (step === null || !(await useStep(c.env.DB, found.id, step))) return null
  // So that an older key can be removed once everybody has signed in.
  if (unsealed.keyIndex > 0)
    await storeSecret(c.env.DB, found.id, await encryptText(keys, unsealed.text))
  return found.id
}

/** Signs an operator in, remembers the browser, and goes on to `to`. */
export async function startSession(c: DeskContext, operatorId: number, to: string) {
  const { keys } = deskSettings(c.env)
  const operator = await operatorById(c.env.DB, operatorId)
  if (!operator) throw new Error(`operator ${operatorId} is gone`)
  const { cookieAttributes, sessionHours } = sessions
  const sealed = await sessions.beginSession(c.env.DB, keys, operator, c.get('now'))
  setCookie(c, sessions.sessionCookie, sealed, { ...cookieAttributes, maxAge: sessionHours * 3600 })
  const before = (await browserOf(c, keys)) ?? { id: crypto.randomUUID(), names: [] }
  const names = [...new Set([operator.name.toLowerCase(), ...before.names])].slice(0, 10)
  setCookie(
    c,
    sessions.browserCookie,
    await encryptText(keys, JSON.stringify({ v: 1, id: before.id, names })),
    { ...cookieAttributes, maxAge: yearSeconds },
  )
  return c.redirect(to, 303)
}

async function signOut(c: DeskContext) {
  const { keys } = deskSettings(c.env)
  const cookie = getCookie(c, sessions.sessionCookie)
  const session =
    cookie === undefined ? null : await sessions.sessionOf(c.env.DB, keys, cookie, c.get('now'))
  if (session) await sessions.endSession(c.env.DB, session, c.get('now'))
  deleteCookie(c, sessions.sessionCookie, sessions.cookieAttributes)
  return c.redirect('/sign-in', 303)
}

const knownBrowser = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ v: v.literal(1), id: v.string(), names: v.array(v.string()) }),
)

async function browserOf(c: DeskContext, keys: Keys) {
  const cookie = getCookie(c, sessions.browserCookie)
  if (cookie === undefined) return null
  const parsed = v.safeParse(knownBrowser, await decryptText(keys, cookie))
  return parsed.success ? parsed.output : null
}

/** Only a path of the desk: '//example.org' and 'https:…' lead elsewhere. */
const safePath = (to: string | undefined) =>
  to !== undefined && /^\/(?![/\\])[\w/.-]*$/.test(to) ? to : '/'

type SignInProblem = 'code_format' | 'too_many_codes' | 'wrong_code'

function signInPage(c: DeskContext, problem: SignInProblem | null, name: string) {
  const text = c.get('text')
  const to = safePath(c.req.query('to'))
  return page(
    c,
    { title: text('sign_in') },
    <>
      <div className="lead">
        <h1>{text('sign_in')}</h1>
        <p>{text('sign_in_lead')}</p>
      </div>
      <form method="post" action="/sign-in" className="card narrow">
        <input type="hidden" name="to" value={to} />
        {problem && (
          <p className="err" role="alert">
            {text(problem)}
          </p>
        )}
        <Field name="name" label={text('operator_name')} value={name} autoComplete="username" />
        <Field
          name="code"
          label={text('code')}
          value=""
          hint={text('code_hint')}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <button className="btn wide">{text('sign_in')}</button>
        <p className="small">{text('lost_phone')}</p>
      </form>
    </>,
    problem === null ? 200 : problem === 'too_many_codes' ? 429 : 422,
  )
}
