import { Fragment } from 'react'

/** A text whose e-mail addresses break after '@' and '.' where a line is too narrow for them. */
export const BreakableText = ({ text }: { text: string }) =>
  text.includes('@')
    ? text.split(/(?<=[@.])(?=\S)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))
    : text
