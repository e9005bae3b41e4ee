import { instructionsPath } from '../../addresses/paths.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { loginPath } from '../../addresses/callback-url.ts'
import type { Exam } from '../../../domain/exams.ts'
import type { Paper } from '../../../domain/paper.ts'
import { messagesFor } from '../../ui/messages.ts'

/** Whether the reader may take a paper: open; after signing in; with a plan; or as the one free
 *  premium test of the account, which may be available ('maybe-free') or is available according to
 *  the product API ('free-test-available'). */
export type Entitlement =
  { kind: 'open' } | { kind: 'sign-in' | 'plan' | 'maybe-free' | 'free-test-available' }

/** What the reader needs in order to start the test; nothing if it is open. */
export function EntitlementNotice({
  page,
  exam,
  paper,
  entitlement,
}: {
  page: PageContext
  exam: Exam
  paper: Paper
  entitlement: Entitlement
}) {
  const messages = messagesFor(page.locale)
  const plans = localizedPath(`/${exam.state}/${exam.slug}/subscription/checkout`, page.locale)
  switch (entitlement.kind) {
    case 'open':
      return null
    case 'sign-in': {
      const back = localizedPath(instructionsPath(exam.state, exam.slug, paper.slug), page.locale)
      const login = loginPath(back, page.locale)
      return (
        <div className="note">
          <p>{messages.start_entitlement_sign_in()}</p>
          <a className="btn" href={login}>
            {messages.login_button()}
          </a>
          <a href={plans}>{messages.see_plans()}</a>
        </div>
      )
    }
    case 'plan':
      return (
        <div className="note" role="alert">
          <p>{messages.start_entitlement_plan()}</p>
          <a className="btn" href={plans} autoFocus>
            {messages.see_plans()}
          </a>
        </div>
      )
    case 'maybe-free':
    case 'free-test-available':
      return (
        <div className="note" role={entitlement.kind === 'maybe-free' ? undefined : 'alert'}>
          <p>
            {entitlement.kind === 'maybe-free'
              ? messages.start_entitlement_maybe_free()
              : messages.start_entitlement_free_available()}
          </p>
          <label className="tick">
            <input
              type="checkbox"
              name="useFreeTest"
              value="yes"
              // The focus scrolls to this notice, which is far down the page.
              autoFocus={entitlement.kind === 'free-test-available'}
            />
            <span>
              <b>{messages.start_entitlement_use_free()}</b>
              <small>{messages.start_entitlement_use_free_note()}</small>
            </span>
          </label>
          <a href={plans}>{messages.see_plans()}</a>
        </div>
      )
  }
}
