/** What tests use of tests/fixtures/next-auth-react-4.24.15.cjs. */
declare module 'next-auth/react' {
  import type { ReactNode } from 'react'

  export function SessionProvider(props: { children: ReactNode }): ReactNode
  export function useSession(options: { required: boolean }): {
    data: unknown
    status: string
    update: () => Promise<unknown>
  }
  export function getSession(): Promise<unknown>
  export function signIn(provider: string, options: Record<string, unknown>): Promise<unknown>
  export function signOut(options: Record<string, unknown>): Promise<unknown>
}
