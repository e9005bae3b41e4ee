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
  | 'live'
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
  | 'remind-me'
  | 'progress'
export type InlineScriptName = keyof typeof inlineScripts

/** The inline styles and scripts of a page. Its Content-Security-Policy allows exactly these. */
export type InlineAssets = {
  styles: Set<InlineStyleName>
  scripts: Set<InlineScriptName>
  /** Those of `styles` that are not in the head, because few pages need them: the part that uses
   *  one brings it. */
  lateStyles: Set<InlineStyleName>
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
    if (!assets.styles.has(name)) reportUndeclared(name)
    else if (!assets.lateStyles.has(name)) return null
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
  if (assets.isComplete && !assets.scripts.has(name)) reportUndeclared(name)
  assets.scripts.add(name)
  return <script dangerouslySetInnerHTML={{ __html: inlineScripts[name].code }} />
}

/** Its PagePart has to declare it. Where the head has been sent already, browsers refuse it, and
 *  the part is shown without. */
const reportUndeclared = (name: string) => {
  console.error(JSON.stringify({ undeclaredInlineAsset: name }))
}

/** Allows styles and scripts that come later in the page. */
export function DeclaredAssets(declared: {
  styles: readonly InlineStyleName[]
  scripts: readonly InlineScriptName[]
}) {
  const { styles, scripts, lateStyles } = useInlineAssets()
  for (const name of declared.scripts) scripts.add(name)
  for (const name of declared.styles) {
    styles.add(name)
    lateStyles.add(name)
  }
  return null
}
