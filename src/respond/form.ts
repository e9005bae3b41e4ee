import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'

const longestForm = 32_768

/** The text fields of a posted form; files and what is too long are left out. */
export async function formOf(c: Context<AppEnv>): Promise<Record<string, string>> {
  if (Number(c.req.header('content-length') ?? 0) > longestForm) return {}
  try {
    const form = await c.req.formData()
    return Object.fromEntries(
      [...form].flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
    )
  } catch {
    return {}
  }
}
