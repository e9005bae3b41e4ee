import { createContext, use } from 'react'
import { inline } from 'virtual:client'
import { sheets } from 'virtual:styles'

export type SheetName =
  | 'base'
  | 'exams'
  | 'papers'
  | 'pattern'
  | 'print'
  | 'session'
  | 'account'
  | 'paper-form'
  | 'prose'
  | 'form'
  | 'palette'
  | 'start'
  | 'hall'
  | 'flash-cards'
  | 'quiz'
  | 'study-plan'
  | 'bill'
  | 'checkout'
  | 'payment'
  | 'consent'
  | 'chart'
  | 'omr'
  | 'attempt-list'
  | 'report'
  | 'result'
export type InlineScriptName = keyof typeof inline

/** What a page turned out to be made of while it was rendered; the security policy names exactly that.
 *  `nonce`: only for pages with late parts, which need inline scripts of React's. */
export type PageParts = {
  nonce: string | undefined
  sheets: Set<SheetName>
  scripts: Set<InlineScriptName>
}

const Parts = createContext<PageParts | null>(null)
export const PagePartsProvider = Parts.Provider

function useParts(): PageParts {
  const parts = use(Parts)
  if (!parts) throw new Error('a sheet or script outside of a page')
  return parts
}

/** A component's style, once a page, in the head: a linked sheet would cost a phone a whole round trip. */
export function Sheet({ of }: { of: SheetName }) {
  const parts = useParts()
  parts.sheets.add(of)
  return (
    <style href={of} precedence={of} nonce={parts.nonce}>
      {sheets[of].css}
    </style>
  )
}

/** A few bytes of script that must work as soon as what stands before them is there. */
export function InlineScript({ of }: { of: InlineScriptName }) {
  const parts = useParts()
  parts.scripts.add(of)
  return <script nonce={parts.nonce} dangerouslySetInnerHTML={{ __html: inline[of].code }} />
}

/** The nonce that a script element of the page itself has to carry. */
export const useNonce = () => useParts().nonce
