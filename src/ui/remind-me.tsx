import type { HTMLAttributes as CustomElementAttributes } from 'react'
import { remindersScript } from 'virtual:client'
import type { ReminderKind } from '../../domain/reminders.ts'
import { localizedPath, type PageContext } from '../addresses/address.ts'
import { InlineScript, InlineStyle } from './inline-assets.tsx'
import { messagesFor, type Messages } from './messages.ts'

/** Asks, at the place of an event, whether to remind of it. The same for every reader, so that it
 *  may stand on stored pages: the page that the form leads to says what is on. Opened from a
 *  reminder, it ends the kind with one tap. Nothing where reminders are not configured. */
export function RemindMe({
  page,
  kind,
  exam,
  from,
  vapidKey,
}: {
  page: PageContext
  kind: ReminderKind
  /** Of which live mocks. */
  exam?: string
  /** The page's own path, to which the reader is led back. */
  from: string
  /** The setting VAPID_PUBLIC_KEY. */
  vapidKey: string
}) {
  if (vapidKey === '') return null
  const messages = messagesFor(page.locale)
  const to = (path: string) => localizedPath(path, page.locale)
  const texts = questionOf(kind, messages)
  return (
    <>
      <InlineStyle name="remind-me" />
      <remind-me
        src={remindersScript}
        vapid={vapidKey}
        denied={messages.remind_denied()}
        failed={messages.remind_failed()}
      >
        <form method="post" action={to('/reminders')}>
          <p>
            <b>{texts.question}</b>
            <small>{messages.remind_promise()}</small>
          </p>
          <input type="hidden" name="kind" value={kind} />
          {exam !== undefined && <input type="hidden" name="exam" value={exam} />}
          <input type="hidden" name="from" value={from} />
          <input type="hidden" name="device" />
          <button className="btn quiet">{texts.button}</button>
        </form>
        <form method="post" action={to('/reminders/end')} data-end="" hidden>
          <p>
            <b>{messages.remind_from_reminder()}</b>
          </p>
          <input type="hidden" name="token" />
          <button className="btn quiet">{messages.remind_end()}</button>
        </form>
        <p className="note wrong" role="alert" hidden />
      </remind-me>
      <InlineScript name="remind-me" />
    </>
  )
}

function questionOf(kind: ReminderKind, messages: Messages) {
  switch (kind) {
    case 'result':
      return { question: messages.remind_result_ask(), button: messages.remind_result() }
    case 'live-mock':
      return { question: messages.remind_live_ask(), button: messages.remind_live() }
    case 'cards':
      return { question: messages.remind_cards_ask(), button: messages.remind_cards() }
  }
}

/** Ends a kind, from the link in a mail. A link must not change anything when it is only fetched,
 *  as mail services do, so the page submits itself; without script it has a button. */
export function EndReminderNow({ page, token }: { page: PageContext; token: string }) {
  const messages = messagesFor(page.locale)
  return (
    <>
      <InlineStyle name="remind-me" />
      <remind-me now="">
        <form method="post" action={localizedPath('/reminders/end', page.locale)}>
          <p>
            <b>{messages.remind_from_reminder()}</b>
          </p>
          <input type="hidden" name="token" value={token} />
          <button className="btn wide">{messages.remind_end()}</button>
        </form>
      </remind-me>
      <InlineScript name="remind-me" />
    </>
  )
}

declare module 'react' {
  // React has no other way to declare an element.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace JSX {
    // Merged into React's interface.
    // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
    interface IntrinsicElements {
      'remind-me': CustomElementAttributes<HTMLElement> & {
        src?: string
        vapid?: string
        denied?: string
        failed?: string
        now?: string
      }
    }
  }
}
