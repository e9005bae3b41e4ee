/** Made by the build (vite.config.ts) out of client/. */
declare module 'virtual:client' {
  /** Address of the entry script. */
  export const entry: string
  /** Small scripts that stand in the page itself, with the hash that allows them. */
  export const inline: Record<
    'paper-filter' | 'share-card' | 'payment-watch' | 'rescue-code' | 'resend-clock',
    { code: string; hash: string }
  >
  /** Changes with every build: part of the name of everything that is cached. */
  export const build: string
}
declare module 'virtual:hall-words/*' {
  const words: import('../client/islands/hall/sentences.ts').HallWords
  export default words
}
declare module 'virtual:styles' {
  export const sheets: Record<
    import('./ui/page-parts.tsx').SheetName,
    { css: string; hash: string }
  >
}
