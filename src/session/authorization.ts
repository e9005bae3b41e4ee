/** A request with a bearer token; null: as it is. */
export function withAuthorization(init: RequestInit, bearer: string | null): RequestInit {
  if (bearer === null) return init
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${bearer}`)
  return { ...init, headers }
}
