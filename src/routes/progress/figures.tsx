import type { ReactNode } from 'react'
import { messagesFor } from '../../ui/messages.ts'
import type { PageContext } from '../../addresses/address.ts'

/** The figures of a picture as a table, folded. `labelledBy`: the id of the picture's heading.
 *  The first cell of each row is its header. */
export function Figures({
  page,
  labelledBy,
  head,
  rows,
}: {
  page: PageContext
  labelledBy: string
  head: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}) {
  return (
    <details className="figures">
      <summary>{messagesFor(page.locale).progress_figures()}</summary>
      <table className="breakdown" aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells], index) => (
            <tr key={index}>
              <th scope="row">{first}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
