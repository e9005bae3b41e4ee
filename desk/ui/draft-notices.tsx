import type { DeskMessages } from '../messages.ts'

/** Hidden until the page's script shows one of them: what was typed here and not saved, and that
 *  there is no connection. */
export function DraftNotices({ text }: { text: DeskMessages }) {
  return (
    <>
      <div className="say warn" data-draft-found hidden>
        <b>{text('draft_found')}</b>
        <p>{text('draft_found_hint')}</p>
        <p className="chips">
          <button type="button" className="btn small" data-draft-restore>
            {text('draft_restore')}
          </button>
          <button type="button" className="btn quiet small" data-draft-discard>
            {text('draft_discard')}
          </button>
        </p>
      </div>
      <div className="say warn" data-draft-offline role="status" hidden>
        <b>{text('offline_title')}</b>
        <p>{text('offline_hint')}</p>
      </div>
    </>
  )
}
