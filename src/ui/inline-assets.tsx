import { createContext, use } from 'react'
import { inlineScripts } from 'virtual:client'
import { inlineStyles } from 'virtual:styles'

export type InlineStyleName =
  | 'base'
  | 'frame'
  | 'today'
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

/** The inline styles and scripts of a page. Its Content-Security-Policy allows exactly these. */
export type InlineAssets = {
  styles: Set<InlineStyleName>
  scripts: Set<InlineScriptName>
  /** True while a part of the page is rendered (page-part.tsx): its styles are in the head already,
   *  and the policy with the hashes of its scripts may have been sent. */
  isComplete: boolean
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
  if (assets.isComplete) {
    if (assets.styles.has(name)) return null
    throw new Error(`the style ${name} is not declared by the PagePart that contains it`)
  }
  assets.styles.add(name)
  return (
    <style href={name} precedence={name}>
      {inlineStyles[name].css}
    </style>
  )
}

/** A short script that has to run as soon as the markup before it is parsed. */
export function InlineScript({ name }: { name: InlineScriptName }) {
  const assets = useInlineAssets()
  if (assets.isComplete && !assets.scripts.has(name))
    throw new Error(`the script ${name} is not declared by the PagePart that contains it`)
  assets.scripts.add(name)
  return <script dangerouslySetInnerHTML={{ __html: inlineScripts[name].code }} />
}

/** Allows scripts that come later in the page. */
export function DeclaredScripts({ names }: { names: readonly InlineScriptName[] }) {
  const { scripts } = useInlineAssets()
  for (const name of names) scripts.add(name)
  return null
}
