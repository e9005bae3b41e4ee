import {
  DeclaredScripts,
  InlineStyle,
  type InlineScriptName,
  type InlineStyleName,
} from './inline-assets.tsx'

/** Where a part of a page stands that is loaded while the page is being sent (`c.var.renderParts`).
 *  `styles`, `scripts`: the inline ones that the part may use; the head, and with it the security
 *  policy, is sent before the part is known. */
export function PagePart({
  name,
  styles = [],
  scripts = [],
}: {
  name: string
  styles?: readonly InlineStyleName[]
  scripts?: readonly InlineScriptName[]
}) {
  return (
    <>
      {styles.map((style) => (
        <InlineStyle key={style} name={style} />
      ))}
      <DeclaredScripts names={scripts} />
      <page-part name={name} />
    </>
  )
}

/** Splits a rendered page where its parts stand: one text more than names. No content can contain
 *  the element: React escapes texts, and rich text has no such element. */
export function splitAtParts(html: string): { texts: string[]; names: string[] } {
  const pieces = html.split(/<page-part name="(\w+)"><\/page-part>/)
  return {
    texts: pieces.filter((_, index) => index % 2 === 0),
    names: pieces.filter((_, index) => index % 2 === 1),
  }
}
