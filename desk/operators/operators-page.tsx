import * as v from 'valibot'
import { runStatements } from '../../product-api/database.ts'
import { auditStatement } from '../audit/audit-log.ts'
import { operatorOf, type DeskContext } from '../desk-env.ts'
import type { DeskRoute } from '../desk-route.ts'
import { Field, FormToken } from '../ui/fields.tsx'
import { messagePage } from '../ui/message-page.tsx'
import { page } from '../ui/page.tsx'
import { inviteOperator } from './invitations.ts'
import { allOperators, disableOperator, operatorById, roles, type Operator } from './operators.ts'

const owner = ['owner'] as const

export const operatorRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/operators', roles: owner, handle: (c) => operatorsPage(c, {}) },
  { method: 'POST', path: '/operators', roles: owner, handle: invite },
  {
    method: 'POST',
    path: '/operators/:id{\\d{1,12}}/disable',
    roles: owner,
    handle: disable,
  },
]

const invitationForm = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
  email: v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.toLowerCase(),
    v.union([v.literal(''), v.pipe(v.string(), v.email(), v.maxLength(254))]),
  ),
  role: v.picklist(roles),
})

async function invite(c: DeskContext, form: Record<string, string>) {
  const parsed = v.safeParse(invitationForm, form)
  if (!parsed.success) return operatorsPage(c, { typed: form, problem: 'invitation_invalid' })
  const { name, email, role } = parsed.output
  const operator = operatorOf(c)
  if (name.toLowerCase() === operator.name.toLowerCase() && role !== 'owner')
    return operatorsPage(c, { typed: form, problem: 'own_role' })
  const invited = { name, email: email === '' ? null : email, role }
  try {
    const token = await inviteOperator(c.env.DB, invited, operator, c.get('now'))
    const link = `${new URL(c.req.url).origin}/enrol/${token}`
    return await operatorsPage(c, { link: { name, address: link } })
  } catch (error) {
    if (!String(error).includes('operators.email')) throw error
    return operatorsPage(c, { typed: form, problem: 'email_taken' })
  }
}

async function disable(c: DeskContext) {
  const id = Number(c.req.param('id'))
  const by = operatorOf(c)
  const found = await operatorById(c.env.DB, id)
  if (!found) return messagePage(c, 404, 'not_found')
  if (found.id === by.id) return operatorsPage(c, { problem: 'own_role' })
  const now = c.get('now')
  await runStatements(c.env.DB, [
    ...disableOperator(id, now),
    auditStatement(
      { operator: by, action: 'operator_disabled', subject: `operator ${found.name}` },
      now,
    ),
  ])
  return c.redirect('/operators', 303)
}

type Shown = {
  typed?: Record<string, string>
  problem?: 'invitation_invalid' | 'own_role' | 'email_taken'
  /** A link that was just made; it is shown once. */
  link?: { name: string; address: string }
}

async function operatorsPage(c: DeskContext, { typed = {}, problem, link }: Shown) {
  const text = c.get('text')
  const operators = await allOperators(c.env.DB)
  return page(
    c,
    { title: text('nav_operators') },
    <>
      <div className="lead">
        <h1>{text('nav_operators')}</h1>
        <p>{text('operators_lead')}</p>
      </div>
      {link && (
        <div className="say good" role="status">
          <b>{text('invited', { name: link.name })}</b>
          <p>{text('invited_link')}</p>
          <input aria-label={text('link')} readOnly value={link.address} />
        </div>
      )}
      <ul className="rows">
        {operators.map((operator) => (
          <OperatorRow key={operator.id} c={c} operator={operator} />
        ))}
      </ul>
      <form method="post" action="/operators" className="card narrow">
        <h2>{text('invite')}</h2>
        <FormToken value={c.get('formToken')} />
        {problem && (
          <p className="err" role="alert">
            {text(problem)}
          </p>
        )}
        <Field name="name" label={text('operator_name')} value={typed.name ?? ''} maxLength={60} />
        <Field
          name="email"
          label={text('operator_email')}
          hint={text('operator_email_hint')}
          value={typed.email ?? ''}
          type="email"
        />
        <fieldset className="pickone">
          <legend>{text('role')}</legend>
          {roles.map((role) => (
            <label key={role}>
              <input
                type="radio"
                name="role"
                value={role}
                defaultChecked={(typed.role ?? 'author') === role}
              />
              <span>
                {text(`role_${role}`)}
                <small>{text(`role_${role}_may`)}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <button className="btn wide">{text('invite')}</button>
      </form>
    </>,
    problem === undefined ? 200 : 422,
  )
}

function OperatorRow({ c, operator }: { c: DeskContext; operator: Operator }) {
  const text = c.get('text')
  const { id, name, email, role, isEnrolled, isDisabled } = operator
  const state = isDisabled ? 'operator_disabled' : isEnrolled ? 'operator_active' : 'operator_new'
  return (
    <li>
      <span>
        <b>{name}</b>
        <small>
          {[text(`role_${role}`), email, text(state)].filter((part) => part !== null).join(' · ')}
        </small>
      </span>
      {!isDisabled && id !== c.get('operator')?.id && (
        <form method="post" action={`/operators/${id}/disable`}>
          <FormToken value={c.get('formToken')} />
          <button className="btn small stop">{text('disable')}</button>
        </form>
      )}
    </li>
  )
}
