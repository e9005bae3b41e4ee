import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { HallProps } from '../exam-hall.tsx'
import { Board } from './board.tsx'
import type { Hall } from './hall.ts'
import type { KeyShown } from './key-shown.tsx'
import type { MenuChoice } from './menu.tsx'
import { BelowQuestion, Bottom, OpenDialog, type DialogName } from './parts.tsx'
import { indexesOf } from './sections.ts'
import { useSitting } from './sitting.ts'
import { TopBar } from './top-bar.tsx'
import type { HallMessages } from './message-keys.ts'

/** The place in the page that the server has left for a part of the hall. */
const place = (name: 'keys' | 'board' | 'revealed' | 'dialogs') =>
  document.querySelector(`[data-part=${name}]`)!

/** Beside the question there is room for the palette. */
const isWide = () => matchMedia('(min-width: 60rem)').matches

/** `KeyShown`: null where no key is shown before the result. */
export type Entered = {
  hall: Hall
  words: HallMessages
  isRailway: boolean
  KeyShown: typeof KeyShown | null
}

/** The hall while somebody sits in it: what stands on top, and through portals what stands below and beside the question.
 *  `isKept`: it opens without a network. */
export function LiveHall({
  entered,
  isKept,
  ...props
}: HallProps & { entered: Entered; isKept: boolean }) {
  const sitting = useSitting(props, entered)
  const { hall, view, sectionOf } = sitting
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [isBoardOpen, setBoardOpen] = useState(isWide)
  useEffect(() => {
    document.querySelector('.hall')?.toggleAttribute('data-board', isBoardOpen)
  }, [isBoardOpen])

  const go = (index: number) => {
    if (!isWide()) setBoardOpen(false)
    hall.goTo(index)
  }
  const choose = (choice: MenuChoice) => {
    if (choice === 'rescue') setDialog('rescue')
    else if (choice === 'paper') hall.showPaper(true)
    else openFromServer(choice)
  }
  const submit = () => setDialog('summary')
  const section = sectionOf[view.at] ?? null
  return (
    <>
      <TopBar
        sitting={sitting}
        board={{ isOpen: isBoardOpen, toggle: () => setBoardOpen(!isBoardOpen) }}
        go={go}
        openMenu={() => setDialog('menu')}
      />
      {createPortal(
        <BelowQuestion sitting={sitting} rescue={() => setDialog('rescue')} />,
        place('revealed'),
      )}
      {createPortal(<Bottom sitting={sitting} submit={submit} />, place('keys'))}
      {createPortal(
        isBoardOpen && (view.stage === 'sitting' || view.stage === 'paper') && (
          <Board
            indexes={indexesOf(sectionOf, section)}
            section={props.sections.find(({ slug }) => slug === section)}
            sitting={sitting}
            go={go}
            submit={submit}
          />
        ),
        place('board'),
      )}
      {createPortal(
        dialog && (
          <OpenDialog
            name={dialog}
            sitting={sitting}
            isKept={isKept}
            choose={choose}
            close={(name) => setDialog((open) => (open === name ? null : open))}
          />
        ),
        place('dialogs'),
      )}
    </>
  )
}

/** A dialog that the server has written, from its heading on. */
function openFromServer(name: 'instructions' | 'keyboard') {
  const dialog = document.querySelector<HTMLDialogElement>(`[data-dialog=${name}]`)
  dialog?.showModal()
  dialog?.querySelector('h2')?.focus()
}
