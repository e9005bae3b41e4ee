import { createRoot } from 'react-dom/client'
// The published client, as a Next.js site ships it.
import { getSession, SessionProvider, signIn, signOut, useSession } from 'next-auth/react'

// The page of tests/browser/next-auth.spec.ts: what a Next.js site of the original would have.

function Shown() {
  const isRequired = new URLSearchParams(location.search).has('required')
  const { data, status, update } = useSession({ required: isRequired })
  Object.assign(window, { nextAuth: { getSession, signIn, signOut, update } })
  return (
    <>
      <p id="status">{status}</p>
      <pre id="session">{JSON.stringify(data)}</pre>
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <SessionProvider>
    <Shown />
  </SessionProvider>,
)
