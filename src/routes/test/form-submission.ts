import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { formOf } from '../../respond/form.ts'
import { guestCookie } from '../../session/guest.ts'
import { localizedPath } from '../../addresses/address.ts'
import type { Paper } from '../../../domain/paper.ts'
import { resultPathOf } from '../../../domain/attempt/attempt-result.ts'
import { sendForm } from '../../api-client/attempts.ts'

/** A paper that was filled in on its own page, without script: marked at once, its result shown. */
export async function submitForm(c: Context<AppEnv>, paper: Paper) {
  const { reader, page: place } = c.var
  const answers = answersIn(await formOf(c), paper)
  const owner = ownerOf(c)
  const named = await reader.beGuest()
  if (!named.ok) return explain(c, named.error)
  const sent = await sendForm(reader.call, {
    id: await idFor(JSON.stringify([owner, paper.slug, Object.entries(answers).sort()])),
    test: paper.slug,
    locale: paper.locale,
    answers,
  })
  if (!sent.ok) return explain(c, sent.error)
  return c.redirect(place.origin + localizedPath(resultPathOf(sent.value.id), place.locale), 303)
}

/** The marks on the sheet: question -> option. What is none of this paper's is left out. */
function answersIn(typed: Record<string, string>, { questions }: Paper): Record<string, number> {
  return Object.fromEntries(
    (questions ?? []).flatMap(({ id }) => {
      const value = typed[id]
      return value !== undefined && /^\d$/.test(value) ? [[id, Number(value)]] : []
    }),
  )
}

/** Who sends it, for telling two senders apart. A visitor who has no name yet gets one with each request, so nothing
 *  could be taken for the same. */
function ownerOf(c: Context<AppEnv>): string {
  const { user } = c.var.reader
  return user ? `user-${user.id}` : (getCookie(c, guestCookie) ?? c.var.requestId)
}

/** A UUID out of a text: the same sheet, sent twice by the same reader, is one attempt. */
async function idFor(text: string): Promise<string> {
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
  ).slice(0, 16)
  // Version 8 (made by a rule of one's own), variant 1: RFC 9562.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return [...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
