import { createElement, Fragment, type ReactNode } from 'react'
import { parseMarkup, type MarkupNode } from '../../../domain/markup.ts'

/** A text with formulas in MathML and figures in SVG, which browsers render without script or web
 *  fonts. Blocks are rendered too: in elements that may contain a `div`. */
export function RichText({ text }: { text: string }): ReactNode {
  const nodes = parseMarkup(text)
  return nodes.length === 1 ? rendered(nodes[0] ?? '', 0) : nodes.map(rendered)
}

function rendered(node: MarkupNode, key: number): ReactNode {
  if (typeof node === 'string') return createElement(Fragment, { key }, node)
  const { class: className, ...attributes } = node.attributes
  const props = { key, ...attributes, ...(className !== undefined && { className }) }
  return createElement(node.tag, props, ...node.children.map(rendered))
}
