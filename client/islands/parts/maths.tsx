import { createElement, Fragment, type ReactNode } from 'react'
import { parseMaths, type MathsNode } from '../../../domain/maths.ts'

/** A text with formulas in MathML, which browsers render without script or web fonts. */
export function Maths({ text }: { text: string }): ReactNode {
  const nodes = parseMaths(text)
  return nodes.length === 1 ? rendered(nodes[0] ?? '', 0) : nodes.map(rendered)
}

function rendered(node: MathsNode, key: number): ReactNode {
  if (typeof node === 'string') return createElement(Fragment, { key }, node)
  return createElement(node.tag, { key, ...node.attributes }, ...node.children.map(rendered))
}
