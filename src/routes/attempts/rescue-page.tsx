import type { RescueFault } from '../../../domain/attempt/rescue-code.ts'
import { localizedPath, type PageContext } from '../../addresses/address.ts'
import { Field } from '../../ui/field.tsx'
import { UnlistedMeta } from '../../ui/meta.tsx'
import { InlineScript, Sheet } from '../../ui/page-parts.tsx'
import { WaitOverlay } from '../../ui/wait-overlay.tsx'
import { wordsIn, type Words } from '../../ui/words.ts'

/** Why a code was not taken: how it is written, or that no test belongs to it. */
export type RescueTrouble = RescueFault | { fault: 'unknown' }

/** A field for the letters on another phone's screen, and what became of them. */
export function RescuePage({
  place,
  typed,
  trouble,
  rescued,
}: {
  place: PageContext
  typed: string
  trouble: RescueTrouble | null
  rescued: { answers: number; apart: number; isSubmitted: boolean } | null
}) {
  const words = wordsIn(place.locale)
  const action = localizedPath('/attempts/rescue', place.locale)
  return (
    <div className="narrow">
      <UnlistedMeta
        title={words.page_title({ title: words.hall_rescue_enter() })}
        description={words.hall_rescue_page_lead()}
      />
      <Sheet of="form" />
      <div className="hero">
        <h1>{words.hall_rescue_enter()}</h1>
        <p>{words.hall_rescue_page_lead()}</p>
      </div>
      {rescued && (
        <div className="note" role="status">
          <p>
            <strong>{words.hall_rescue_done({ count: rescued.answers })}</strong>
          </p>
          {rescued.apart > 0 && <p>{words.hall_rescue_done_apart({ count: rescued.apart })}</p>}
          <p>{rescued.isSubmitted ? words.hall_submitted() : words.hall_rescue_submit()}</p>
          {!rescued.isSubmitted && (
            <form method="post" action={action}>
              <input type="hidden" name="code" value={typed} />
              <input type="hidden" name="submit" value="yes" />
              <button className="btn">{words.hall_rescue_submit_now()}</button>
            </form>
          )}
        </div>
      )}
      <form className="fields" method="post" action={action} noValidate>
        <rescue-code>
          <Field
            name="code"
            label={words.hall_rescue_label()}
            hint={words.hall_rescue_hint()}
            value={rescued ? '' : typed}
            fault={trouble ? troubleText(trouble, words) : undefined}
            focused={trouble !== null}
            rows={7}
            required
            autoComplete="off"
          />
        </rescue-code>
        <InlineScript of="rescue-code" />
        <button className={rescued ? 'btn quiet wide' : 'btn wide'}>
          {words.hall_rescue_send()}
        </button>
      </form>
      <WaitOverlay words={words} />
    </div>
  )
}

function troubleText(trouble: RescueTrouble, words: Words): string {
  switch (trouble.fault) {
    case 'character':
      return words.hall_rescue_fault_character({ line: trouble.line ?? 1 })
    case 'checksum':
      return trouble.line === undefined
        ? words.hall_rescue_fault_whole()
        : words.hall_rescue_fault_line({ line: trouble.line })
    case 'too-short':
      return words.hall_rescue_fault_short()
    case 'unknown':
      return words.hall_rescue_unknown()
  }
}
