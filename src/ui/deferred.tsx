import { Suspense, use, type ReactNode } from 'react'

/** Data that a page can be shown without: either loaded already, or still loading while the page is
 *  streamed. */
export type Deferred<Value> = { value: Value } | { promise: Promise<Value> }

/** Renders `children` once the value is loaded, and `fallback` until then. The fallback has to
 *  reserve space, or the layout shifts. */
export function DeferredPart<Value>({
  value,
  fallback,
  children,
}: {
  value: Deferred<Value>
  fallback: ReactNode
  children: (value: Value) => ReactNode
}) {
  if ('value' in value) return children(value.value)
  return (
    <Suspense fallback={fallback}>
      <ResolvedPart promise={value.promise}>{children}</ResolvedPart>
    </Suspense>
  )
}

function ResolvedPart<Value>({
  promise,
  children,
}: {
  promise: Promise<Value>
  children: (value: Value) => ReactNode
}) {
  return children(use(promise))
}
