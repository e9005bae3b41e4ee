import { useEffect, useRef } from 'react'

/** Calls `warn` the first time that the reader presses Back; the second time, Back leaves. It
 *  begins with the reader's first tap, because browsers skip history entries of pages that were
 *  not used. */
export function useBackGuard(isActive: boolean, warn: () => void) {
  const latest = useRef(warn)
  latest.current = warn
  useEffect(() => {
    if (!isActive) return
    const page = new AbortController()
    const { signal } = page
    const onBack = () => {
      page.abort()
      latest.current()
    }
    addEventListener('popstate', onBack, { signal })
    if (!isAtGuard())
      addEventListener('click', () => history.pushState({ hallGuard: true }, ''), {
        ...{ once: true, signal },
      })
    return () => page.abort()
  }, [isActive])
}

/** Opens a page in place of the hall, whose guard entry would otherwise stay in the history. */
export function replaceHall(url: string) {
  const replace = () => location.replace(url)
  if (!isAtGuard()) return replace()
  addEventListener('popstate', replace, { once: true })
  setTimeout(replace, 1000)
  history.back()
}

/** A reload keeps the entry and its state. */
const isAtGuard = () => (history.state as { hallGuard?: boolean } | null)?.hallGuard === true
