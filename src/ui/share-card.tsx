import type { HTMLAttributes as CustomElementAttributes } from 'react'
import { InlineScript } from './inline-assets.tsx'
import type { Messages } from './messages.ts'

/** A button that shares a picture. With script (a custom element of a few hundred bytes) through
 *  the Web Share API, without it a link to the picture. `href`: an SVG of this site, 1200 x 630
 *  px. */
export function ShareCard({ href, messages }: { href: string; messages: Messages }) {
  return (
    <share-card href={href}>
      <button type="button" className="btn quiet wide" hidden>
        {messages.result_share()}
      </button>
      <a href={href}>{messages.result_card()}</a>
      <InlineScript name="share-card" />
    </share-card>
  )
}

declare module 'react' {
  // React has no other way to declare an element.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace JSX {
    // Merged into React's interface.
    // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
    interface IntrinsicElements {
      'share-card': CustomElementAttributes<HTMLElement> & { href: string }
    }
  }
}
