import { createElement, useEffect, type FunctionComponent } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Gives an island to React. If it crashes, then or later, the server's markup is put back as it was. */
export function mount(element: HTMLElement, component: FunctionComponent<object>): Promise<void> {
  const fromServer = element.cloneNode(true)
  const props = JSON.parse(element.getAttribute('props') ?? '{}') as object
  return new Promise((ready) => {
    const root = hydrateRoot(element, createElement(Ready, { component, props, ready }), {
      onUncaughtError(error) {
        const told = { message: String(error), island: element.getAttribute('name') ?? '' }
        // Without a network nobody could be told anyway.
        import('./trouble.ts').then(({ logCrash }) => logCrash(told)).catch(() => undefined)
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
