import { drainBody } from '../http/request-body.ts'

// The object of an account that was erased. A replica may know the account for a moment longer and
// let its requests through; nothing may be stored for it any more.

const mark = 'erased'
/** Longer than any replica is behind, and than a token is valid. */
const markedMs = 24 * 60 * 60 * 1000

type Storage = Pick<DurableObjectStorage, 'get' | 'put' | 'setAlarm'>

/** Marks an empty object. Its alarm then has to delete the mark, a day later. */
export async function markErased(storage: Storage): Promise<void> {
  await storage.put(mark, true)
  await storage.setAlarm(Date.now() + markedMs)
}

export const isMarkedErased = async (storage: Storage): Promise<boolean> =>
  (await storage.get(mark)) === true

/** As authentication refuses the account in the primary database. */
export async function erasedAnswer(request: Request): Promise<Response> {
  await drainBody(request)
  const error = { status: 401, name: 'UnauthorizedError', message: 'Invalid credentials' }
  return Response.json({ data: null, error: { ...error, details: {} } }, { status: 401 })
}
