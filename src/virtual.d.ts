/** Generated from client/ by the build (vite.config.ts). */
declare module 'virtual:client' {
  /** Address of the entry script. */
  export const entry: string
  /** The scripts that kept pages run: the lists and papers, or the decks of cards. */
  export const offlineScripts: { pages: readonly string[]; cards: readonly string[] }
  /** Address of client/passkey.ts. */
  export const passkeyScript: string
  /** Address of client/reminders.ts. */
  export const remindersScript: string
  /** Small inline scripts, with the hashes by which the Content-Security-Policy allows them. */
  export const inlineScripts: Record<
    | ('exam-choice' | 'paper-filter' | 'plan-note' | 'share-card')
    | ('payment-watch' | 'provider-launch' | 'test-over' | 'today')
    | ('human-check' | 'passkey' | 'read-aloud' | 'remind-me')
    | ('rescue-code' | 'resend-clock' | 'file-size'),
    { code: string; hash: string }
  >
  /** Differs for every build: when it was made, in ms as base 36. Part of the key of every stored
   *  page, and what reports of crashes name. */
  export const build: string
}
declare module 'virtual:messages' {
  type Compiled = typeof import('./paraglide/messages/_index.js')
  /** The compiled messages (src/paraglide/messages) in the order of `locales` in
   *  domain/locale.ts. */
  export const messagesByKey: { readonly [Key in keyof Compiled]: readonly Compiled[Key][] }
}
declare module 'virtual:styles' {
  export const inlineStyles: Record<
    import('./ui/inline-assets.tsx').InlineStyleName,
    { css: string; hash: string }
  >
}
