import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import * as v from 'valibot'
import { decodeRescue } from '../../../domain/attempt/rescue-code.ts'
import type { AppEnv } from '../../app-env.ts'
import { explain } from '../../respond/failure.tsx'
import { formOf } from '../../respond/form.ts'
import { unreachableStatus, type ApiError } from '../../api-client/errors.ts'
import { deliverRescue, submitRescued, type Rescued } from '../../api-client/rescue.ts'
import { RescuePage, type RescueTrouble } from './rescue-page.tsx'

/** Where the answers of a phone without network come in, as letters typed on another. */
export const rescue = new Hono<AppEnv>()

rescue.get('/attempts/rescue', (c) =>
  c.render(<RescuePage place={c.var.page} typed="" trouble={null} rescued={null} />),
)

rescue.post('/attempts/rescue', async (c) => {
  const isJson = c.req.header('content-type')?.startsWith('application/json')
  const { code, submit } = v.parse(posted, isJson ? await jsonOf(c) : await formOf(c))
  const outcome = await rescued(c, code, submit === 'yes')
  if (isJson) return jsonAnswer(outcome)
  if (outcome.kind === 'error') return explain(c, outcome.error)
  if (outcome.kind === 'trouble') c.status(422)
  return c.render(
    <RescuePage
      place={c.var.page}
      typed={code}
      trouble={outcome.kind === 'trouble' ? outcome.trouble : null}
      rescued={outcome.kind === 'rescued' ? outcome.rescued : null}
    />,
  )
})

type Outcome =
  | { kind: 'rescued'; rescued: Rescued }
  | { kind: 'trouble'; trouble: RescueTrouble }
  | { kind: 'error'; error: ApiError }

async function rescued(c: Context<AppEnv>, code: string, submits: boolean): Promise<Outcome> {
  const { caller } = c.var.reader
  const read = decodeRescue(code)
  if ('fault' in read) return { kind: 'trouble', trouble: read }
  const delivered = await deliverRescue(caller, read)
  if (!delivered.ok) return failed(delivered.error)
  if (!submits || delivered.value.isSubmitted) return { kind: 'rescued', rescued: delivered.value }
  const submitted = await submitRescued(caller, read)
  if (!submitted.ok) return failed(submitted.error)
  return { kind: 'rescued', rescued: { ...delivered.value, isSubmitted: true } }
}

const failed = (error: ApiError): Outcome =>
  error.kind === 'refused' && error.status === 404
    ? { kind: 'trouble', trouble: { fault: 'unknown' } }
    : { kind: 'error', error }

const text = v.fallback(v.string(), '')
const posted = v.fallback(v.object({ code: text, submit: text }), { code: '', submit: '' })

const jsonOf = (c: Context<AppEnv>): Promise<unknown> => c.req.json().catch(() => null)

function jsonAnswer(outcome: Outcome): Response {
  const headers = { 'cache-control': 'no-store' }
  switch (outcome.kind) {
    case 'rescued':
      return Response.json({ data: outcome.rescued }, { headers })
    case 'trouble':
      return Response.json({ error: outcome.trouble }, { status: 422, headers })
    case 'error':
      return Response.json(
        { error: { kind: outcome.error.kind } },
        { status: unreachableStatus, headers },
      )
  }
}
