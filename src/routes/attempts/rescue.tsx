import type { Context } from 'hono'
import { Hono } from 'hono/quick'
import * as v from 'valibot'
import { decodeRescue } from '../../../domain/attempt/rescue-code.ts'
import { failed, ok, type Result } from '../../../domain/result.ts'
import { readJson } from '../../../http/request-body.ts'
import { isNotFound, type ApiError } from '../../api-client/errors.ts'
import { deliverRescue, submitRescued, type Rescued } from '../../api-client/rescue.ts'
import type { AppEnv } from '../../app-env.ts'
import { jsonResponse } from '../../respond/failure.tsx'
import { formFields } from '../../respond/form.ts'
import { RescuePage, type RescueError } from './rescue-page.tsx'

/** Rescue codes: the answers of a phone without network, typed as a code on another phone. As a
 *  form or as JSON. */
export const rescue = new Hono<AppEnv>()

/** A code of 500 answers has about 1,200 letters. */
const maxBodyBytes = 32_768

const text = v.fallback(v.string(), '')
const rescueForm = v.object({ code: text, submit: text })

rescue.get('/attempts/rescue', (c) =>
  c.render(<RescuePage page={c.var.page} typed="" error={null} rescued={null} />),
)

rescue.post('/attempts/rescue', async (c) => {
  const isJson = c.req.header('content-type')?.startsWith('application/json')
  return isJson ? rescueByJson(c) : rescueByForm(c)
})

async function rescueByForm(c: Context<AppEnv>) {
  const fields = await formFields(c)
  if (!fields.ok) return c.var.fail(fields.error)
  const { code, submit } = v.parse(rescueForm, fields.value)
  const rescued = await deliverCode(c, code, submit === 'yes')
  const form = { page: c.var.page, typed: code }
  if (rescued.ok) return c.render(<RescuePage {...form} error={null} rescued={rescued.value} />)
  if ('kind' in rescued.error) return c.var.fail(rescued.error)
  c.status(422)
  return c.render(<RescuePage {...form} error={rescued.error} rescued={null} />)
}

async function rescueByJson(c: Context<AppEnv>) {
  const body = await readJson(c.req.raw, rescueForm, { maxBytes: maxBodyBytes })
  if (!body.ok) return c.var.fail(body.error, 'json')
  const { code, submit } = body.value
  const rescued = await deliverCode(c, code, submit === 'yes')
  if (rescued.ok) return jsonResponse({ data: rescued.value })
  if ('kind' in rescued.error) return c.var.fail(rescued.error, 'json')
  return jsonResponse({ error: rescued.error }, 422)
}

/** Errors: of the code, or of the product API. */
async function deliverCode(
  c: Context<AppEnv>,
  code: string,
  submits: boolean,
): Promise<Result<Rescued, RescueError | ApiError>> {
  const { api } = c.var
  const decoded = decodeRescue(code)
  if ('reason' in decoded) return failed(decoded)
  const delivered = await deliverRescue(api, decoded)
  if (!delivered.ok) return failed(unknownIfMissing(delivered.error))
  if (!submits || delivered.value.isSubmitted) return delivered
  const submitted = await submitRescued(api, decoded)
  if (!submitted.ok) return failed(unknownIfMissing(submitted.error))
  return ok({ ...delivered.value, isSubmitted: true })
}

const unknownIfMissing = (error: ApiError): RescueError | ApiError =>
  isNotFound(error) ? { reason: 'unknown' } : error
