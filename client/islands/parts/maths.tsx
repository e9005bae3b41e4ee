import { createElement, Fragment, type ReactNode } from 'react'
import { parseMaths, type MathsNode } from '../../../domain/maths.ts'

/** A text whose formulas are MathML: the browser sets them, without script and without a font of ours. */
export function Maths({ text }: { text: string }): ReactNode {
  const nodes = parseMaths(text)
  return nodes.length === 1 ? shown(nodes[0] ?? '', 0) : nodes.map(shown)
}

function shown(node: MathsNode, key: number): ReactNode {
  if (typeof node === 'string') return createElement(Fragment, { key }, node)
  return createElement(node.tag, { key, ...node.attributes }, ...node.children.map(shown))
}
