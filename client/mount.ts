import { createElement, useEffect, type FunctionComponent } from 'react'
import { hydrateRoot } from 'react-dom/client'

export type Crash = { message: string; island: string }

/** Hydrates an island. If it crashes, then or later, restores the server's markup. Resolves after
 *  the first render, or after the markup is restored. It is part of React's chunk, whose address
 *  must not change with other files: it imports nothing else. */
export function mount(
  element: HTMLElement,
  component: FunctionComponent<object>,
  onCrash: (crash: Crash) => void,
): Promise<void> {
  const fromServer = element.cloneNode(true)
  const props = JSON.parse(element.getAttribute('props') ?? '{}') as object
  return new Promise((ready) => {
    const root = hydrateRoot(element, createElement(Ready, { component, props, ready }), {
      onUncaughtError(error) {
        onCrash({ message: String(error), island: element.getAttribute('name') ?? '' })
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
