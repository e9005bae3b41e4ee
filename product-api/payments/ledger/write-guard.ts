/** The writer of a transaction's row and the time. Statements of the same batch take effect only if
 *  the row has this writer, so they are done together with the write or not at all. */
export type WriteGuard = { writtenBy: string; at: string }
