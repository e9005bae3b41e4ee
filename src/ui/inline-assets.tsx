import { createContext, use } from 'react'
import { inlineScripts } from 'virtual:client'
import { inlineStyles } from 'virtual:styles'

export type InlineStyleName =
  | 'base'
  | 'frame'
  | 'today'
  | 'exams'
  | 'papers'
  | 'offline'
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
  | 'options'
  | 'forms'
  | 'passages'
  | 'figures'
  | 'flash-cards'
  | 'quiz'
  | 'study-plan'
  | 'bill'
  | 'checkout'
  | 'payment'
  | 'consent'
  | 'chart'
  | 'omr'
  | 'sheet'
  | 'attempt-list'
  | 'report'
  | 'history'
  | 'result'
  | 'progress'
export type InlineScriptName = keyof typeof inlineScripts

/** The inline styles and scripts that a page used while it was rendered. Its
 *  Content-Security-Policy allows exactly these. `nonce`: only for pages with deferred parts, for
 *  which React writes inline scripts of its own. */
export type InlineAssets = {
  nonce: string | undefined
  styles: Set<InlineStyleName>
  scripts: Set<InlineScriptName>
}

const InlineAssetsContext = createContext<InlineAssets | null>(null)
export const InlineAssetsProvider = InlineAssetsContext.Provider

function useInlineAssets(): InlineAssets {
  const assets = use(InlineAssetsContext)
  if (!assets) throw new Error('an inline style or script outside of InlineAssetsProvider')
  return assets
}

/** The style of a component, once per page, in the head. Inline, because a linked style sheet costs
 *  a phone one more round trip. */
export function InlineStyle({ name }: { name: InlineStyleName }) {
  const assets = useInlineAssets()
  assets.styles.add(name)
  return (
    <style href={name} precedence={name} nonce={assets.nonce}>
      {inlineStyles[name].css}
    </style>
  )
}

/** A short script that has to run as soon as the markup before it is parsed. */
export function InlineScript({ name }: { name: InlineScriptName }) {
  const assets = useInlineAssets()
  assets.scripts.add(name)
  return (
    <script nonce={assets.nonce} dangerouslySetInnerHTML={{ __html: inlineScripts[name].code }} />
  )
}

/** The nonce for a script element of the page itself; undefined on pages without deferred parts. */
export const useNonce = () => useInlineAssets().nonce
