import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { Exam } from '../../../domain/exams.ts'
import { instructionsPath, type Paper } from '../../../domain/paper.ts'
import type { Words } from '../../ui/words.ts'

/** What stands between a reader and this paper: nothing; signing in; a plan; or, for once, the free premium test,
 *  offered before anything was refused ('maybe-free') or after ('free-test-available'). */
export type RightsShown =
  { kind: 'open' } | { kind: 'sign-in' | 'plan' | 'maybe-free' | 'free-test-available' }

export function Rights({
  place,
  exam,
  paper,
  rights,
  words,
}: {
  place: PageContext
  exam: Exam
  paper: Paper
  rights: RightsShown
  words: Words
}) {
  const plans = localizedPath(`/${exam.state}/${exam.slug}/subscription/checkout`, place.locale)
  switch (rights.kind) {
    case 'open':
      return null
    case 'sign-in': {
      const back = localizedPath(instructionsPath(exam.state, exam.slug, paper.slug), place.locale)
      const login = `${localizedPath('/login', place.locale)}?${new URLSearchParams({ callbackUrl: back })}`
      return (
        <div className="note">
          <p>{words.start_right_sign_in()}</p>
          <a className="btn" href={login}>
            {words.login_button()}
          </a>
          <a href={plans}>{words.see_plans()}</a>
        </div>
      )
    }
    case 'plan':
      return (
        <div className="note" role="alert">
          <p>{words.start_right_plan()}</p>
          <a className="btn" href={plans} autoFocus>
            {words.see_plans()}
          </a>
        </div>
      )
    case 'maybe-free':
    case 'free-test-available':
      return (
        <div className="note" role={rights.kind === 'maybe-free' ? undefined : 'alert'}>
          <p>
            {rights.kind === 'maybe-free'
              ? words.start_right_maybe_free()
              : words.start_right_free_available()}
          </p>
          <label className="tick">
            <input
              type="checkbox"
              name="useFreeTest"
              value="yes"
              // After a refusal the answer stands far below: the page opens where it is.
              autoFocus={rights.kind === 'free-test-available'}
            />
            <span>
              <b>{words.start_right_use_free()}</b>
              <small>{words.start_right_use_free_note()}</small>
            </span>
          </label>
          <a href={plans}>{words.see_plans()}</a>
        </div>
      )
  }
}
