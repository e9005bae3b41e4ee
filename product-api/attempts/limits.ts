/** Ten times what a real attempt needs. A full journal stores and acknowledges nothing more. */
export const maxJournalEvents = 20_000

/** So many events the journal may have for the holder of a carry key to add more: the rest is the
 *  owner's. */
export const maxCarriedEvents = 10_000
