import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { defaultLocale, isLocale } from '../domain/locale.ts'
import { isEqualInConstantTime } from '../http/equal-in-constant-time.ts'
import { loggedPath } from '../http/logged-path.ts'
import { readForm, statusOfRefusal, type BodyRefusal } from '../http/request-body.ts'
import type { DeskContext, DeskEnv } from './desk-env.ts'
import type { DeskRoute } from './desk-route.ts'
import { deskMessages } from './messages.ts'
import { spendWrite } from './operators/limits.ts'
import { signedIn } from './operators/signed-in.ts'
import { deskRoutes } from './routes.ts'
import { deskSettings } from './settings.ts'
import { formTokenField } from './ui/form-token.ts'
import { messagePage } from './ui/message-page.tsx'
import { scriptPath, scriptText } from './ui/script.ts'
import { stylePath, styleText } from './ui/style.ts'

const localeCookie = 'desk-language'
/** A day with twelve items and ten questions in three languages is about 60 KB as a form. */
const maxFormBytes = 262_144
/** 8 MB at 256 kbit/s are four minutes. */
const fileDeadlineMs = 360_000
const yearSeconds = 31_536_000

export const desk = new Hono<DeskEnv>()

desk.use(async (c, next) => {
  const chosen = getCookie(c, localeCookie)
  const locale = isLocale(chosen) ? chosen : defaultLocale
  c.set('locale', locale)
  c.set('text', deskMessages(locale))
  c.set('now', new Date())
  c.set('operator', null)
  c.set('formToken', '')
  await next()
  for (const [name, value] of Object.entries(securityHeaders)) c.res.headers.set(name, value)
  if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'private, no-store')
})

desk.get(stylePath, (c) =>
  c.body(styleText, 200, {
    'content-type': 'text/css; charset=utf-8',
    'cache-control': `public, max-age=${yearSeconds}, immutable`,
  }),
)

desk.get(scriptPath, (c) =>
  c.body(scriptText, 200, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': `public, max-age=${yearSeconds}, immutable`,
  }),
)

// ?language=…: remembers the language of the desk and shows the same page in it.
desk.use(async (c, next) => {
  const wanted = c.req.query('language')
  if (c.req.method !== 'GET' || !isLocale(wanted)) return next()
  rememberLanguage(c, wanted)
  return c.redirect(c.req.path, 303)
})

desk.use(async (c, next) => {
  const session = await signedIn(c, deskSettings(c.env))
  if (session) {
    c.set('operator', session.operator)
    c.set('formToken', session.formToken)
  }
  await next()
})

for (const route of deskRoutes) desk.on(route.method, route.path, (c) => answer(c, route))

desk.notFound((c) => messagePage(c, 404, 'not_found'))
desk.onError((error, c) => {
  console.error(
    JSON.stringify({
      at: 'desk',
      path: loggedPath(c.req.path),
      error: String(error),
      stack: error.stack,
    }),
  )
  return messagePage(c, 500, 'failed')
})

/** Checks who may, then that the form comes from a page of this session. */
async function answer(c: DeskContext, route: DeskRoute): Promise<Response> {
  const { method, roles, handle, maxBytes = maxFormBytes, changesNothing = false } = route
  const { hasFile = false } = route
  const operator = c.get('operator')
  if (roles !== 'public') {
    if (!operator)
      return method === 'GET'
        ? c.redirect(`/sign-in?to=${encodeURIComponent(c.req.path)}`, 303)
        : messagePage(c, 401, 'signed_out')
    if (!roles.includes(operator.role)) return messagePage(c, 403, 'not_your_role')
  }
  if (method === 'GET') return handle(c, {}, {})
  if (!isFromOwnPage(c)) return messagePage(c, 403, 'foreign_form')
  const form = await readForm(c.req.raw, {
    maxBytes,
    ...(hasFile && { deadlineMs: fileDeadlineMs }),
  })
  if (!form.ok) return messagePage(c, statusOfRefusal(form.error), refusalOf(form.error, hasFile))
  const { [formTokenField]: token = '', language, ...fields } = form.value.fields
  if (roles !== 'public' && !isEqualInConstantTime(token, c.get('formToken')))
    return messagePage(c, 403, 'foreign_form')
  if (operator && !changesNothing && !(await spendWrite(c, operator)))
    return messagePage(c, 429, 'too_many_writes')
  // An editor's language switch submits its form, so that nothing typed is lost.
  if (isLocale(language)) rememberLanguage(c, language)
  return handle(c, fields, form.value.files)
}

function refusalOf({ kind }: BodyRefusal, hasFile: boolean) {
  if (hasFile && kind === 'too-large') return 'file_too_large'
  if (hasFile && (kind === 'too-slow' || kind === 'aborted')) return 'file_too_slow'
  return 'unreadable_form'
}

/** Browsers send Origin with every POST; a request without it is not from a page of the desk. */
const isFromOwnPage = (c: DeskContext) => c.req.header('origin') === new URL(c.req.url).origin

const rememberLanguage = (c: DeskContext, locale: string) =>
  setCookie(c, localeCookie, locale, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: yearSeconds,
  })

const securityHeaders = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "script-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}
