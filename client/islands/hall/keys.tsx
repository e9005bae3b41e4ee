import type { ReactNode } from 'react'
import type { HallButton, Notice } from './hall-view.ts'
import type { HallSection } from './sections.ts'
import type { HallMessages } from './message-keys.ts'
import { fillMessage } from './messages.ts'

/** The buttons below a question. Their access keys are the browser's own kind of shortcut: they clash with no screen reader. */
export function Keys({
  isPractice,
  isRailway,
  isRevealed,
  press,
  check,
  submit,
  words,
}: {
  isPractice: boolean
  isRailway: boolean
  isRevealed: boolean
  press: (button: HallButton) => void
  check: () => void
  submit: () => void
  words: HallMessages
}) {
  const key = (name: string, accessKey: string, act: () => void, kind = 'btn quiet') => (
    <button type="button" className={kind} accessKey={accessKey} onClick={act}>
      {name}
    </button>
  )
  return isPractice ? (
    <div className="buttons">
      {!isRevealed && key(words.check, 'c', check)}
      {!isRevealed && key(words.clear, 'k', () => press('clear'))}
      {key(words.previous, 'p', () => press('previous'), 'btn quiet back')}
      {key(words.next, 'n', () => press('next'), 'btn main')}
      {key(words.submit, 's', submit)}
    </div>
  ) : (
    <div className="buttons">
      {key(isRailway ? words.markRailway : words.mark, 'm', () => press('mark'))}
      {key(isRailway ? words.clearRailway : words.clear, 'k', () => press('clear'))}
      {key(words.save, 'n', () => press('save'), 'btn main')}
      {key(words.submit, 's', submit)}
    </div>
  )
}

/** What has to be said now, in words; read out, too. */
export function NoticeText({
  notice,
  sections,
  words,
}: {
  notice: Notice | null
  sections: readonly HallSection[]
  words: HallMessages
}): ReactNode {
  const nameOf = (slug: string) => sections.find((one) => one.slug === slug)?.name ?? slug
  switch (notice?.kind) {
    case undefined:
      return null
    case 'not-saved':
      return fillMessage(words.notSaved, { number: notice.number })
    case 'last':
      return words.last
    case 'section-over':
      return fillMessage(words.sectionOver, { name: nameOf(notice.section) })
    case 'section-closed':
      return fillMessage(words.sectionClosed, { name: nameOf(notice.section) })
    case 'check-offline':
      return words.checkOffline
  }
}
