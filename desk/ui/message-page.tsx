import type { DeskContext } from '../desk-env.ts'
import { page } from './page.tsx'

export type MessageKind =
  | ('not_found' | 'failed' | 'signed_out' | 'not_your_role' | 'foreign_form')
  | ('unreadable_form' | 'too_many_writes' | 'file_too_large' | 'file_too_slow')
  | ('own_ruling' | 'grant_own' | 'change_own' | 'decided_already')

/** A page that only says what happened and what to do now: messages `{kind}_title` and `{kind}`. */
export function messagePage(c: DeskContext, status: number, kind: MessageKind): Promise<Response> {
  const text = c.get('text')
  return page(
    c,
    { title: text(`${kind}_title`) },
    <div className="lead">
      <h1>{text(`${kind}_title`)}</h1>
      <p>{text(kind)}</p>
      <p>
        <a className="btn" href={c.get('operator') ? '/' : '/sign-in'}>
          {c.get('operator') ? text('nav_today') : text('sign_in')}
        </a>
      </p>
    </div>,
    status,
  )
}
