import { useEffect, useState } from 'react'
import { Dialog } from './dialog.tsx'
import type { HallMessages } from './message-keys.ts'
import { fillMessage } from './messages.ts'

type Picture = { size: number; path: string }

/** The answers as letters that another phone can take over, and the same as a picture to be scanned. */
export function Rescue({
  code,
  address,
  onClose,
  words,
}: {
  code: string
  /** Where the code is entered: a whole address. */
  address: string
  onClose: () => void
  words: HallMessages
}) {
  const [picture, setPicture] = useState<Picture | null>(null)
  useEffect(() => {
    let isWanted = true
    import('./qr.ts').then(
      ({ qrOf }) => isWanted && setPicture(qrOf(address, code)),
      // Without a network the picture may be missing; the letters are there.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [address, code])
  return (
    <Dialog title={words.rescue} onClose={onClose}>
      {(close) => (
        <>
          <p>{fillMessage(words.rescueLead, { address: address.replace(/^https?:\/\//, '') })}</p>
          {picture && (
            <svg
              className="qr"
              role="img"
              aria-label={words.rescueQr}
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
            {words.close}
          </button>
        </>
      )}
    </Dialog>
  )
}
