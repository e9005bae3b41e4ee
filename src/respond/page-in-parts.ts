import type { ReactElement, ReactNode } from 'react'
import type { Layout } from '../addresses/address.ts'
import type { ApiError } from '../api-client/errors.ts'
import type { Result } from '../../domain/result.ts'

/** A page in two: the frame (title, heading, everything that `Facts` suffice for), and its parts,
 *  which need the product API. Each part stands in the frame as a `<PagePart name>`. */
export type PageInParts<Facts> = {
  frame: (facts: Facts) => ReactElement
  /** What the frame says, as far as it is known without a request. Not null says that the address
   *  exists (status 200), so that the frame may be sent before anything is loaded. */
  known: Facts | null
  /** Errors: a page with the failure's status, or a visible part of it if the frame has been sent.
   *  An address that does not exist is http-error 404. */
  load: () => Promise<Result<{ facts: Facts; parts: Parts }, ApiError>>
  /** Parts that the page is shown without where they cannot be loaded. */
  optional?: Record<string, () => Promise<ReactNode>>
  /** Parts of this reader alone, loaded before anything is sent because a read in a member's name
   *  may end the session. They replace those of `load`. */
  own?: Record<string, () => Promise<ReactNode>>
  layout?: Layout
}

export type Parts = Readonly<Record<string, ReactNode>>

/** A part that does not exist at this address. */
export const notFoundFailure = { kind: 'http-error', status: 404, data: null } as const
