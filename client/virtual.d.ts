/** Made by the build (tasks/page-assets.ts) out of locales/. */
declare module 'virtual:hall-messages' {
  /** Each fetches the hall's messages in its language. */
  export const loadHallMessages: Record<
    import('../domain/locale.ts').Locale,
    () => Promise<{ default: import('./islands/hall/message-keys.ts').HallMessages }>
  >
}
