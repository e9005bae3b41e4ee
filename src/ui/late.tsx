import { Suspense, use, type ReactNode } from 'react'

/** Something that a page can do without: here already, or still on its way. */
export type Late<Value> = { value: Value } | { promise: Promise<Value> }

/** Shows what came, in its place in the page, when it comes. Its fallback has to reserve the space. */
export function Later<Value>({
  of,
  fallback,
  children,
}: {
  of: Late<Value>
  fallback: ReactNode
  children: (value: Value) => ReactNode
}) {
  if ('value' in of) return children(of.value)
  return (
    <Suspense fallback={fallback}>
      <Arrived promise={of.promise}>{children}</Arrived>
    </Suspense>
  )
}

function Arrived<Value>({
  promise,
  children,
}: {
  promise: Promise<Value>
  children: (value: Value) => ReactNode
}) {
  return children(use(promise))
}
