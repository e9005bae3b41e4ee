import type { Context } from 'hono'
import type { ApiError } from '../api-client/errors.ts'
import { CrashPage } from '../ui/crash-page.tsx'
import { NotFoundPage } from '../ui/not-found-page.tsx'
import { SoonPage } from '../ui/soon-page.tsx'
import { UnavailablePage } from '../ui/unavailable-page.tsx'
import { wordsIn } from '../ui/words.ts'
import type { AppEnv } from '../app-env.ts'

/** The one mapping from what went wrong with the product API to a page. Such a page is never kept. */
export function explain(c: Context<AppEnv>, error: ApiError) {
  console.error(JSON.stringify({ requestId: c.var.requestId, path: c.req.path, productApi: error }))
  c.header('cache-control', 'no-store')
  switch (error.kind) {
    case 'refused':
      if (error.status === 404) return c.notFound()
      if (error.status === 401 && c.var.reader.error) return signedOut(c)
      return unavailable(c)
    case 'signed-in-elsewhere':
      return signedOut(c)
    case 'unreachable':
    case 'unreadable':
      return unavailable(c)
  }
}

/** The session turned out to be over while the page was made: the notice says so, the page leads to signing in. */
function signedOut(c: Context<AppEnv>) {
  const words = wordsIn(c.var.page.locale)
  c.status(401)
  return c.render(
    <SoonPage place={c.var.page} title={words.login()} body={words.login_required()} />,
  )
}

function unavailable(c: Context<AppEnv>) {
  c.status(503)
  c.header('retry-after', '10')
  return c.render(<UnavailablePage place={c.var.page} requestId={c.var.requestId} />)
}

export function notFound(c: Context<AppEnv>) {
  c.status(404)
  c.header('cache-control', 'no-store')
  return c.render(<NotFoundPage place={c.var.page} />)
}

/** A fault of ours. The page says so and reports itself; if even that fails, a bare sentence is better than nothing. */
export async function crashed(error: Error, c: Context<AppEnv>) {
  const { requestId, page: place } = c.var
  console.error(
    JSON.stringify({ requestId, path: c.req.path, error: String(error), stack: error.stack }),
  )
  const bareSentence = `Something went wrong (${requestId})`
  if (!('parts' in c.var)) return c.text(bareSentence, 500)
  c.status(500)
  c.header('cache-control', 'no-store')
  try {
    return await c.render(<CrashPage place={place} requestId={requestId} />)
  } catch {
    return c.text(bareSentence, 500)
  }
}
