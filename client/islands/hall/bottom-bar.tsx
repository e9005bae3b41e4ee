import type { HallContext } from './hall-context.ts'
import type { HallSection, Notice } from './hall-view.ts'
import type { HallMessages } from './message-keys.ts'
import { fillMessage } from './messages.ts'

/** The bar at the bottom: a notice about the last action, and the buttons. */
export function BottomBar({ context, submit }: { context: HallContext; submit: () => void }) {
  const { hall, view, sections, messages } = context
  return (
    <>
      <p className="notice" role="status">
        {view.notice && noticeText(view.notice, sections, messages)}
      </p>
      {view.stage === 'question' && <QuestionButtons context={context} submit={submit} />}
      {view.stage === 'paper' && (
        <button type="button" className="btn wide" onClick={() => hall.showPaper(false)}>
          {fillMessage(messages.backTo, { number: view.at + 1 })}
        </button>
      )}
    </>
  )
}

function noticeText(notice: Notice, sections: readonly HallSection[], messages: HallMessages) {
  const nameOf = (slug: string) => sections.find((section) => section.slug === slug)?.name ?? slug
  switch (notice.kind) {
    case 'not-saved':
      return fillMessage(messages.notSaved, { number: notice.number })
    case 'last':
      return messages.last
    case 'section-over':
      return fillMessage(messages.sectionOver, { name: nameOf(notice.section) })
    case 'section-closed':
      return fillMessage(messages.sectionClosed, { name: nameOf(notice.section) })
    case 'check-offline':
      return navigator.onLine ? messages.checkFailed : messages.checkOffline
  }
}

/** The buttons that lead on; those of the answer are below its options. Their shortcuts are access
 *  keys, which do not conflict with screen readers. */
function QuestionButtons({
  context: { hall, messages, isPractice, isRailway },
  submit,
}: {
  context: HallContext
  submit: () => void
}) {
  const button = (name: string, accessKey: string, act: () => void, kind = 'btn quiet') => (
    <button type="button" className={kind} accessKey={accessKey} onClick={act}>
      {name}
    </button>
  )
  return (
    <div className="buttons">
      {isPractice
        ? button(messages.previous, 'p', () => hall.press('previous'))
        : button(isRailway ? messages.markRailway : messages.mark, 'm', () => hall.press('mark'))}
      {isPractice
        ? button(messages.next, 'n', () => hall.press('next'), 'btn main')
        : button(messages.save, 'n', () => hall.press('save'), 'btn main')}
      {button(messages.submit, 's', submit, 'btn quiet submit')}
    </div>
  )
}
