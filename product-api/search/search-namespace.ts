import type { SearchNamespace } from '../object-bindings.ts'
import type { SearchHit } from './search-index.ts'

/** What the Worker asks of the search object (search-object.ts). */
type SearchStub = { search(typed: string, limit: number): Promise<SearchHit[] | null> }

/** The object that searches, near India where Cloudflare has room. */
export const searchObjectOf = (objects: SearchNamespace) =>
  objects.get(objects.idFromName('search') as never, { locationHint: 'apac' }) as SearchStub
