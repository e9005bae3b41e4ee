import { attemptResultPath } from '../../addresses/paths.ts'
import type { Context } from 'hono'
import type { AppEnv } from '../../app-env.ts'
import type { FormFields } from '../../../http/request-body.ts'
import { redirectToAttempt, sentParameter } from '../../respond/attempt-address.ts'
import { answerFields } from '../../respond/form.ts'
import { guestCookie } from '../../session/cookies.ts'
import type { Paper } from '../../../domain/paper.ts'
import { earlierPrefix, identityLength } from '../../../domain/attempt/option-identity.ts'
import { sendPaperForm } from '../../api-client/attempts.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { formNotAccepted } from './form-not-accepted.tsx'

/** The form of a paper. A form of nobody that is known gets an id of its own: where it is sent
 *  again, because the answer to it was lost, it is the same attempt. */
export async function paperFormFields(c: Context<AppEnv>) {
  const form = await answerFields(c)
  const { user, cookie } = c.var.reader
  if (form.ok && !user && cookie(guestCookie) === undefined)
    c.set('answerFields', { sending: crypto.randomUUID(), ...form.value })
  return form
}

/** Submits a paper that was filled in as a plain form, on its own page or on that of its printed
 *  answer sheet, and redirects to the result, whose address names the form. To a script that asks
 *  for JSON, the address is the answer. */
export async function submitPaperForm(c: Context<AppEnv>, paper: Paper, fields: FormFields) {
  const { reader } = c.var
  const { answers, earlier, options } = answersIn(fields, paper)
  const digest = fields.digest ?? paper.digest
  const sender = senderOf(c, sendingIn(c.var.answerFields))
  const sending = sendingIn(fields)
  const guest = await reader.becomeGuest()
  if (!guest.ok) return c.var.fail(guest.error)
  const sendAs = async (by: string) =>
    sendPaperForm(reader.api, {
      id: await attemptIdFor(JSON.stringify([by, paper.slug, Object.entries(answers).sort()])),
      test: paper.slug,
      locale: paper.locale,
      answers,
      earlier,
      options,
      digest,
      onPaper: fields.sheet !== undefined,
    })
  const first = await sendAs(sender)
  const sent =
    sending !== undefined && !first.ok && isUnknown(first.error)
      ? await sendAs(`${sender} ${senderOf(c, undefined)}`)
      : first
  if (!sent.ok) return formNotAccepted(c, sent.error)
  if (paper.access === 'premium') reader.expectUserChange()
  const path = attemptResultPath(sent.value.id)
  const query = sending === undefined ? '' : `?${sentParameter}=${sending}`
  const redirect = await redirectToAttempt(c, path, sent.value, query)
  if (c.req.header('accept') !== 'application/json') return redirect
  return c.json({ result: redirect.headers.get('location') })
}

/** The attempt is another guest's: the answer to an earlier sending was lost, and its cookie with
 *  it. Nobody can open that attempt, so the form becomes one of the guest who sends it now. */
const isUnknown = (error: ApiError) => error.kind === 'http-error' && error.status === 404

const sendingIn = (fields: FormFields | undefined) =>
  /^[0-9a-f-]{36}$/.exec(fields?.sending ?? '')?.[0]

/** By question, named as in the form: the place of the chosen option, and the identity of the
 *  options that the form showed. A question that the paper has no longer is among them: its answer
 *  is kept, and said not to count, like those of an `earlier` form. Fields of another form are
 *  ignored. */
function answersIn(fields: FormFields, { questions }: Paper) {
  const ids = new Set(questions?.map(({ id }) => id))
  const chosen = Object.entries(fields).flatMap(([field, value]) => {
    if (!/^\d$/.test(value)) return []
    const isEarlier = field.startsWith(earlierPrefix)
    const name = isEarlier ? field.slice(earlierPrefix.length) : field
    // Forms of earlier builds name their fields by the question's id alone.
    const end = ids.has(name) ? name.length : Math.max(0, name.length - identityLength)
    return [{ id: name.slice(0, end), place: Number(value), identity: name.slice(end), isEarlier }]
  })
  const answersOf = (isWanted: boolean) =>
    Object.fromEntries(
      chosen.flatMap(({ id, place, isEarlier }) => (isEarlier === isWanted ? [[id, place]] : [])),
    )
  return {
    answers: answersOf(false),
    earlier: answersOf(true),
    options: Object.fromEntries(
      chosen.flatMap(({ id, identity }) => (identity === '' ? [] : [[id, identity]])),
    ),
  }
}

/** Identifies the sender of the form. A visitor without a guest cookie gets a different id with
 *  each request, because two visitors must not share an attempt. sending: a random id that the
 *  script of the page gives the form, and that stays with it wherever it is sent again. */
function senderOf(c: Context<AppEnv>, sending: string | undefined): string {
  const { user } = c.var.reader
  if (sending !== undefined) return `sending-${sending}`
  return user ? `user-${user.id}` : (c.var.reader.cookie(guestCookie) ?? c.var.requestId)
}

/** A UUID derived from a text: the same form sent twice by the same reader is one attempt. */
async function attemptIdFor(text: string): Promise<string> {
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
  ).slice(0, 16)
  // UUID version 8 (custom), variant 1: RFC 9562.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return [...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
