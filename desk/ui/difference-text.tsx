import { differenceOf } from './difference.ts'

/** A text with what was removed and added against an earlier one. */
export function DifferenceText({ before, after }: { before: string; after: string }) {
  return (
    <p className="as-written">
      {differenceOf(before, after).map(({ kind, text }, index) =>
        kind === 'removed' ? (
          <del key={index}>{text}</del>
        ) : kind === 'added' ? (
          <ins key={index}>{text}</ins>
        ) : (
          <span key={index}>{text}</span>
        ),
      )}
    </p>
  )
}
