import { useEffect, useState } from 'react'
import { isHallCopyStored } from '../../device/offline-hall/hall-copy.ts'
import { Dialog } from './dialog.tsx'
import type { HallContext } from './hall-context.ts'
import { fillMessage } from './messages.ts'
import { saveStatusText } from './save-status.tsx'
import { SummaryDialog } from './summary-dialog.tsx'

export type DialogName = 'menu' | 'summary' | 'rescue' | 'leave'
export type MenuChoice = 'instructions' | 'paper' | 'keyboard' | 'rescue'

/** The open dialog. close: receives the dialog's
 *  name, because another may have been opened by then. */
export function OpenDialog({
  name,
  context,
  choose,
  close,
}: {
  name: DialogName
  context: HallContext
  choose: (choice: MenuChoice) => void
  close: (name: DialogName) => void
}) {
  const onClose = () => close(name)
  switch (name) {
    case 'menu':
      return <MenuDialog context={context} choose={choose} onClose={onClose} />
    case 'summary':
      return <SummaryDialog context={context} onClose={onClose} />
    case 'rescue':
      return <RescueDialog context={context} onClose={onClose} />
    case 'leave':
      return <LeaveDialog context={context} onClose={onClose} />
  }
}

/** Where the answers are stored, and links to the paper, the instructions and the rescue code. */
function MenuDialog({
  context: { attempt, view, href, messages },
  choose,
  onClose,
}: {
  context: HallContext
  choose: (choice: MenuChoice) => void
  onClose: () => void
}) {
  const choices: MenuChoice[] = ['paper', 'instructions', 'keyboard', 'rescue']
  const { status } = view
  const [hasCopy, setHasCopy] = useState(false)
  useEffect(() => void isHallCopyStored(attempt.id).then(setHasCopy), [attempt.id])
  return (
    <Dialog title={messages.menu} onClose={onClose}>
      {(close) => (
        <>
          <p>
            {saveStatusText(status, messages)} {hasCopy && messages.offlineReady}
          </p>
          <ul className="menu">
            {choices.map((choice) => (
              <li key={choice}>
                <button
                  type="button"
                  onClick={() => {
                    close()
                    choose(choice)
                  }}
                >
                  {messages[choice]}
                </button>
              </li>
            ))}
            <li>
              <a href={href.leave}>
                {messages.leave} <small>{messages.leaveNote}</small>
              </a>
            </li>
          </ul>
          <button type="button" className="btn quiet wide" onClick={close}>
            {messages.close}
          </button>
        </>
      )}
    </Dialog>
  )
}

/** After Back was pressed. */
function LeaveDialog({
  context: { href, messages },
  onClose,
}: {
  context: HallContext
  onClose: () => void
}) {
  return (
    <Dialog title={messages.leave} onClose={onClose}>
      {(close) => (
        <>
          <p>{messages.leaveNote}</p>
          <div className="choices">
            <button type="button" className="btn" onClick={close}>
              {messages.back}
            </button>
            <a className="btn quiet" href={href.leave}>
              {messages.leave}
            </a>
          </div>
        </>
      )}
    </Dialog>
  )
}

/** The answers as a code that can be entered on another phone, and the same as a QR picture. */
function RescueDialog({
  context: { hall, view, href, messages },
  onClose,
}: {
  context: HallContext
  onClose: () => void
}) {
  // The code does not change under the eyes of somebody who copies it.
  const [code] = useState(() => hall.journal.rescueCode())
  const picture = useQrPicture(href.rescue, code)
  const address = href.rescue.replace(/^https?:\/\//, '')
  return (
    <Dialog title={messages.rescue} onClose={onClose}>
      {(close) => (
        <>
          {view.status.allSent && <p>{messages.sentLong}</p>}
          <p>{fillMessage(messages.rescueLead, { address })}</p>
          {picture && (
            <svg
              className="qr"
              role="img"
              aria-label={messages.rescueQr}
              viewBox={`-4 -4 ${picture.size + 8} ${picture.size + 8}`}
              shapeRendering="crispEdges"
            >
              <rect x={-4} y={-4} width="100%" height="100%" fill="#fff" />
              <path d={picture.path} fill="#000" />
            </svg>
          )}
          <ol className="code" data-copyable="" lang="en-IN">
            {code.split('\n').map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ol>
          <button type="button" className="btn wide" onClick={close}>
            {messages.close}
          </button>
        </>
      )}
    </Dialog>
  )
}

type QrPicture = { size: number; path: string }

/** The QR picture of a code; null until its script is fetched, offline if it never was, and for a
 *  code that is too long for a picture. */
function useQrPicture(address: string, code: string): QrPicture | null {
  const [picture, setPicture] = useState<QrPicture | null>(null)
  useEffect(() => {
    let isWanted = true
    import('./qr.ts')
      .then(({ qrPicture }) => isWanted && setPicture(qrPicture(address, code)))
      .catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [address, code])
  return picture
}
