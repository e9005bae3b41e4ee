import { InlineScript } from './page-parts.tsx'
import type { Words } from './words.ts'

/** A picture to be shared: with script (a custom element of a few hundred bytes) by the phone's own way of sharing, without it
 *  as a link to the picture. `href`: of an SVG of this site, 1200 x 630. */
export function ShareCard({ href, words }: { href: string; words: Words }) {
  return (
    <share-card href={href}>
      <button type="button" className="btn quiet wide" hidden>
        {words.result_share()}
      </button>
      <a href={href}>{words.result_card()}</a>
      <InlineScript of="share-card" />
    </share-card>
  )
}

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to tell React of an element
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- merged into React's
    interface IntrinsicElements {
      'share-card': HTMLAttributes<HTMLElement> & { href: string }
    }
  }
}
