/** The binding READERS (reader.ts, reader-object.ts). */
export type ReaderNamespace = {
  idFromName(name: string): unknown
  get(id: never, options: { locationHint: 'apac' }): unknown
}

/** The binding SEARCH (search/search-object.ts). */
export type SearchNamespace = ReaderNamespace

/** The binding PAYMENT_CLOCKS (payments/clock/clock-object.ts). */
export type ClockNamespace = ReaderNamespace

/** The binding GUESTS (identity/guest-inserter.ts). */
export type GuestNamespace = ReaderNamespace

/** The binding READS (read-grouper.ts). */
export type ReadNamespace = ReaderNamespace

/** The binding JOURNALS: a bucket of R2 with whole journals (attempts/full-journal.ts). */
export type JournalBucket = {
  put(key: string, value: ArrayBuffer): Promise<unknown>
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>
  /** At most 1,000. */
  delete(keys: string[]): Promise<void>
}

/** The binding ATTEMPT_QUEUE. At most 100 messages and 256 KB in a call. Bodies: SummaryMessage and
 *  RescoreMessage (attempts/queue.ts). */
export type AttemptQueue = {
  sendBatch(messages: Iterable<{ body: unknown }>): Promise<unknown>
}
