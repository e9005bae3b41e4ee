import type { ReactNode } from 'react'

/** A part of the page that becomes pleasanter with script. `children` is what readers without script keep;
 *  the island of that name in client/islands takes it over with the same props.
 *  Cost: nothing until it is seen ('visible') or touched ('touch'); then React's chunk, once for all islands. */
export function Island({
  name,
  when,
  props,
  children,
}: {
  name: 'exam-hall' | 'hall-ready' | 'flash-deck'
  when: 'visible' | 'touch'
  props: object
  children: ReactNode
}) {
  return (
    <x-island name={name} when={when} props={JSON.stringify(props)}>
      {children}
    </x-island>
  )
}

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to tell React of an element
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- merged into React's
    interface IntrinsicElements {
      'x-island': HTMLAttributes<HTMLElement> & { name: string; when: string; props: string }
      'paper-filter': HTMLAttributes<HTMLElement>
      'payment-watch': HTMLAttributes<HTMLElement> & {
        payment: string
        signature: string | undefined
        status: string
        news: string
      }
      'rescue-code': HTMLAttributes<HTMLElement>
      'resend-clock': HTMLAttributes<HTMLElement> & { seconds: number; wait: string }
    }
  }
}
