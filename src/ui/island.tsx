import type { HTMLAttributes as CustomElementAttributes, ReactNode } from 'react'
import { build } from 'virtual:client'

/** A part of the page that React hydrates in the browser. `children`: its server-rendered markup,
 *  which works without script; the component of that name in client/islands renders the same from
 *  the same props. `when`: hydrate when it is visible, or when it is touched. Cost until then:
 *  none; then React's chunk, once for all islands. data-build: for the report of a crash. */
export function Island({
  name,
  when,
  props,
  children,
}: {
  name: 'exam-hall' | 'hall-ready' | 'late-answers' | 'live-room' | 'flash-deck'
  when: 'visible' | 'touch'
  props: object
  children: ReactNode
}) {
  return (
    <x-island name={name} when={when} data-build={build} props={JSON.stringify(props)}>
      {children}
    </x-island>
  )
}

declare module 'react' {
  // React has no other way to declare an element.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace JSX {
    // Merged into React's interface.
    // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
    interface IntrinsicElements {
      'x-island': CustomElementAttributes<HTMLElement> & {
        name: string
        when: string
        props: string
      }
      'page-part': CustomElementAttributes<HTMLElement> & { name: string }
      'paper-filter': CustomElementAttributes<HTMLElement>
      'today-panel': CustomElementAttributes<HTMLElement>
      'provider-launch': CustomElementAttributes<HTMLElement> & {
        object: string | undefined
        mode: 'script' | 'iframe'
        after: string
      }
      'payment-watch': CustomElementAttributes<HTMLElement> & {
        payment: string
        signature: string | undefined
        status: string
        news: string
      }
      'rescue-code': CustomElementAttributes<HTMLElement>
      'human-check': CustomElementAttributes<HTMLElement> & { src: string; now: string | undefined }
      'read-aloud': CustomElementAttributes<HTMLElement> & { stop: string }
      'pass-key': CustomElementAttributes<HTMLElement> & {
        src: string
        new: string | undefined
        cancelled: string
        known: string
        failed: string
      }
      'resend-clock': CustomElementAttributes<HTMLElement> & { seconds: number; wait: string }
    }
  }
}
