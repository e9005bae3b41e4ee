import {
  DeclaredAssets,
  InlineStyle,
  type InlineScriptName,
  type InlineStyleName,
} from './inline-assets.tsx'

/** Where a part of a page stands that is loaded while the page is being sent (`c.var.renderParts`).
 *  `styles`, `scripts`: the inline ones that the part may use; the head, and with it the security
 *  policy, is sent before the part is known. `lateStyles`: those that few such parts use; they are
 *  sent with the part. */
export function PagePart({
  name,
  styles = [],
  lateStyles = [],
  scripts = [],
}: {
  name: string
  styles?: readonly InlineStyleName[]
  lateStyles?: readonly InlineStyleName[]
  scripts?: readonly InlineScriptName[]
}) {
  return (
    <>
      {styles.map((style) => (
        <InlineStyle key={style} name={style} />
      ))}
      <DeclaredAssets styles={lateStyles} scripts={scripts} />
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
