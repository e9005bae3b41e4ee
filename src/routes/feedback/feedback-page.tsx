import { localizedPath, type PageContext } from '../../addresses/address.ts'
import type { FieldFault } from '../../../domain/feedback.ts'
import { Field } from '../../ui/field.tsx'
import { Meta } from '../../ui/meta.tsx'
import { Sheet } from '../../ui/page-parts.tsx'
import { WaitOverlay } from '../../ui/wait-overlay.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

/** A letter to us. What was typed stays; the first fault is where the cursor stands. */
export function FeedbackPage({
  place,
  typed,
  faults,
  sent,
}: {
  place: PageContext
  typed: Record<string, string>
  faults: Record<string, FieldFault>
  sent: boolean
}) {
  const words = wordsIn(place.locale)
  const first = ['message', 'name', 'contact'].find((name) => faults[name])
  const field = (name: string) => ({
    name,
    value: typed[name] ?? '',
    fault: faults[name] && faultText(faults[name], words),
    focused: name === first,
  })
  return (
    <>
      <Meta
        place={place}
        title={words.page_title({ title: words.feedback() })}
        description={words.feedback_lead()}
      />
      <Sheet of="form" />
      <div className="hero">
        <h1>{words.feedback()}</h1>
        <p>{words.feedback_lead()}</p>
      </div>
      {sent && (
        <p className="note" role="status">
          {words.feedback_thanks()}
        </p>
      )}
      <form
        className="fields"
        method="post"
        action={localizedPath('/feedback', place.locale)}
        noValidate
      >
        <Field {...field('message')} label={words.feedback_message()} rows={6} required />
        <Field {...field('name')} label={words.feedback_name()} autoComplete="name" />
        <Field
          {...field('contact')}
          label={words.feedback_contact()}
          hint={words.feedback_contact_hint()}
          autoComplete="email"
          inputMode="email"
        />
        <button className="btn wide">{words.send()}</button>
      </form>
      <WaitOverlay words={words} />
    </>
  )
}

function faultText(fault: FieldFault, words: Words): string {
  switch (fault) {
    case 'missing':
      return words.fault_missing()
    case 'too-long':
      return words.fault_too_long()
    case 'not-a-contact':
      return words.fault_not_a_contact()
  }
}
