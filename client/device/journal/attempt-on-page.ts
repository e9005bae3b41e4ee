/** An attempt as its page describes it. carryKey: authorizes events without a session. serverNowMs:
 *  the server's time when it rendered the page. questions: ids in the paper's order. sections: with
 *  time limits of their own. spreadMs: of a live mock, which everybody begins and ends at the same
 *  moment: the first requests and those at the end wait up to so long, by chance. Times are ms
 *  since 1970. */
export type AttemptOnPage = {
  id: string
  carryKey: string
  mode: 'exam' | 'practice'
  endsAtMs: number | null
  serverNowMs: number
  questions: readonly string[]
  sections?: readonly { endsAtMs: number }[]
  spreadMs?: number
}
