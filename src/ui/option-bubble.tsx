import type { PageContext } from '../addresses/address.ts'
import { messagesFor } from './messages.ts'

/** The number of an option as a bubble: filled if it is right, crossed if it was chosen and is
 *  wrong. Screen readers read "Option 2:". Needs the inline style "result". */
export function OptionBubble({
  page,
  index,
  outcome,
}: {
  page: PageContext
  /** Of the option, from 0. */
  index: number
  outcome: 'right' | 'wrong' | null
}) {
  const number = index + 1
  return (
    <>
      <b className={outcome === null ? 'bubble' : `bubble ${outcome}`} aria-hidden="true">
        {number}
      </b>
      <span className="unseen" lang={page.locale}>
        {messagesFor(page.locale).option_number({ number })}:{' '}
      </span>
    </>
  )
}
