import { createElement, useEffect, type FunctionComponent } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Hydrates an island. If it crashes, then or later, restores the server's markup. Resolves after
 *  the first render, or after the markup is restored. */
export function mount(element: HTMLElement, component: FunctionComponent<object>): Promise<void> {
  const fromServer = element.cloneNode(true)
  const props = JSON.parse(element.getAttribute('props') ?? '{}') as object
  return new Promise((ready) => {
    const root = hydrateRoot(element, createElement(Ready, { component, props, ready }), {
      onUncaughtError(error) {
        const crash = { message: String(error), island: element.getAttribute('name') ?? '' }
        // Without a network the report is dropped.
        import('./error-reports.ts').then(({ logCrash }) => logCrash(crash)).catch(() => undefined)
        queueMicrotask(() => {
          root.unmount()
          element.replaceChildren(...fromServer.childNodes)
          ready()
        })
      },
    })
  })
}

function Ready({
  component,
  props,
  ready,
}: {
  component: FunctionComponent<object>
  props: object
  ready: () => void
}) {
  useEffect(ready, [ready])
  return createElement(component, props)
}
