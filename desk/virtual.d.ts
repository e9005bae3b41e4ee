/** Generated from client/desk/ by the build (vite.config.ts). */
declare module 'virtual:desk-script' {
  export const deskScript: string
}
