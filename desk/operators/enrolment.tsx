import { correction, generate } from 'lean-qr'
import { toSvgDataURL } from 'lean-qr/extras/svg'
import type { DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { deskSettings } from '../settings.ts'
import { Field } from '../ui/fields.tsx'
import { page } from '../ui/page.tsx'
import { openInvitation, useInvitation } from './invitations.ts'
import { spendAttempt } from './limits.ts'
import { startSession } from './sign-in.tsx'
import { totpAddress } from './totp.ts'

const path = '/enrol/:token{[\\w-]{43}}'

export const enrolmentRoutes: readonly DeskRoute[] = [
  { method: 'GET', path, roles: 'public', handle: (c) => enrolmentPage(c, null) },
  { method: 'POST', path, roles: 'public', handle: enrol },
]

async function enrol(c: DeskContext, form: Record<string, string>) {
  const token = c.req.param('token') ?? ''
  if (!(await spendAttempt(c, { name: `link ${token}`, browser: null })))
    return enrolmentPage(c, 'too_many_codes')
  const { keys } = deskSettings(c.env)
  const used = await useInvitation(c.env.DB, keys, token, form.code ?? '', c.get('now'))
  if (used === null || used === 'wrong-code') return enrolmentPage(c, used && 'wrong_code')
  return startSession(c, used, '/')
}

/** The QR code that connects an authenticator app, and the field for its first code. */
async function enrolmentPage(c: DeskContext, problem: 'wrong_code' | 'too_many_codes' | null) {
  const text = c.get('text')
  const token = c.req.param('token') ?? ''
  const { keys } = deskSettings(c.env)
  const invitation = await openInvitation(c.env.DB, keys, token, c.get('now'))
  if (!invitation)
    return page(
      c,
      { title: text('link_over_title') },
      <div className="lead">
        <h1>{text('link_over_title')}</h1>
        <p>{text('link_over')}</p>
      </div>,
      410,
    )
  const { name, role, secret } = invitation
  const code = generate(totpAddress(text('desk'), name, secret), {
    minCorrectionLevel: correction.M,
  })
  return page(
    c,
    { title: text('enrol_title') },
    <>
      <div className="lead">
        <h1>{text('enrol_title')}</h1>
        <p>{text('enrol_lead', { name, role: text(`role_${role}`) })}</p>
      </div>
      <form method="post" className="card narrow">
        <ol className="steps">
          <li>{text('enrol_step_app')}</li>
          <li>
            {text('enrol_step_scan')}
            <img
              className="qr"
              src={toSvgDataURL(code, { on: '#000', off: '#fff', padX: 4, padY: 4 })}
              alt={text('enrol_qr')}
              width="220"
              height="220"
            />
            <p>
              {text('enrol_same_phone')}{' '}
              <a href={totpAddress(text('desk'), name, secret)}>{text('enrol_open_app')}</a>
            </p>
            <p className="small">{text('enrol_by_hand')}</p>
            <code className="secret">{secret.match(/.{4}/g)?.join(' ')}</code>
          </li>
          <li>{text('enrol_step_code')}</li>
        </ol>
        <Field
          name="code"
          label={text('code')}
          value=""
          error={problem === null ? undefined : text(problem)}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <button className="btn wide">{text('enrol')}</button>
      </form>
    </>,
    problem === null ? 200 : problem === 'too_many_codes' ? 429 : 422,
  )
}
