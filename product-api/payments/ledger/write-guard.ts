/** Names the writer of a row and the time, so that what follows from the write is done together
 *  with it or not at all. */
export type WriteGuard = { writtenBy: string; at: string }
