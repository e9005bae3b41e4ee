/** The binding READERS (reader.ts, reader-object.ts). */
export type ReaderNamespace = {
  idFromName(name: string): unknown
  get(id: never, options: { locationHint: 'apac' }): unknown
}

/** The binding SEARCH (search/search-object.ts). */
export type SearchNamespace = ReaderNamespace

/** The binding ATTEMPT_QUEUE. At most 100 messages and 256 KB in a call. Bodies: SummaryMessage and
 *  RescoreMessage (attempts/queue.ts). */
export type AttemptQueue = {
  sendBatch(messages: Iterable<{ body: unknown }>): Promise<unknown>
}
