import { useEffect, useState } from 'react'
import { Dialog } from './dialog.tsx'
import type { HallContext } from './hall-context.ts'
import { fillMessage } from './messages.ts'
import { saveStatusText } from './save-status.tsx'
import { SummaryDialog } from './summary-dialog.tsx'

export type DialogName = 'menu' | 'summary' | 'rescue'
export type MenuChoice = 'instructions' | 'paper' | 'keyboard' | 'rescue'

/** The dialog that is open. isKept: whether the hall opens without a network. close: names which,
 *  for another may have been opened by then. */
export function OpenDialog({
  name,
  context,
  isKept,
  choose,
  close,
}: {
  name: DialogName
  context: HallContext
  isKept: boolean
  choose: (choice: MenuChoice) => void
  close: (name: DialogName) => void
}) {
  const onClose = () => close(name)
  switch (name) {
    case 'menu':
      return <MenuDialog context={context} isKept={isKept} choose={choose} onClose={onClose} />
    case 'summary':
      return <SummaryDialog context={context} onClose={onClose} />
    case 'rescue':
      return <RescueDialog context={context} onClose={onClose} />
  }
}

/** Where the answers are, the instructions, the whole paper, the rescue code, the way out. */
function MenuDialog({
  context: { view, href, messages },
  isKept,
  choose,
  onClose,
}: {
  context: HallContext
  isKept: boolean
  choose: (choice: MenuChoice) => void
  onClose: () => void
}) {
  const choices: MenuChoice[] = ['paper', 'instructions', 'keyboard', 'rescue']
  const { status } = view
  return (
    <Dialog title={messages.menu} onClose={onClose}>
      {(close) => (
        <>
          <p>
            {status.kept === 'memory' ? messages.memory : saveStatusText(status, messages)}{' '}
            {isKept && messages.kept}
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

/** The answers as letters that another phone can take over, and the same as a QR picture. */
function RescueDialog({
  context: { hall, href, messages },
  onClose,
}: {
  context: HallContext
  onClose: () => void
}) {
  const code = hall.rescueCode()
  const picture = useQrPicture(href.rescue, code)
  const address = href.rescue.replace(/^https?:\/\//, '')
  return (
    <Dialog title={messages.rescue} onClose={onClose}>
      {(close) => (
        <>
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
          <ol className="code" data-copyable="" lang="en">
            {code.split('\n').map((line) => (
              <li key={line}>{line}</li>
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

/** null: not fetched yet, or not to be had without a network; the letters do without it. */
function useQrPicture(address: string, code: string): QrPicture | null {
  const [picture, setPicture] = useState<QrPicture | null>(null)
  useEffect(() => {
    let isWanted = true
    import('./qr.ts').then(
      ({ qrPicture }) => isWanted && setPicture(qrPicture(address, code)),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [address, code])
  return picture
}
