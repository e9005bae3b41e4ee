/** Generated from client/ by the build (vite.config.ts). */
declare module 'virtual:client' {
  /** Address of the entry script. */
  export const entry: string
  /** Small inline scripts, with the hashes by which the Content-Security-Policy allows them. */
  export const inlineScripts: Record<
    'paper-filter' | 'share-card' | 'payment-watch' | 'rescue-code' | 'resend-clock',
    { code: string; hash: string }
  >
  /** Differs for every build; part of the key of every stored page. */
  export const build: string
}
declare module 'virtual:messages' {
  /** The compiled messages of every language (src/paraglide/messages). */
  export const messages: Record<
    import('../domain/locale.ts').Locale,
    typeof import('./paraglide/messages/_index.js')
  >
}
declare module 'virtual:styles' {
  export const inlineStyles: Record<
    import('./ui/inline-assets.tsx').InlineStyleName,
    { css: string; hash: string }
  >
}
