import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useBackGuard } from './back-guard.ts'
import { BelowQuestion } from './below-question.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { OpenDialog, type DialogName, type MenuChoice } from './dialogs.tsx'
import { useHallContext, type OpenHall } from './hall-context.ts'
import type { HallProps } from './hall-view.ts'
import css from './hall.css?inline'
import { indexesOf } from './navigation.ts'
import { PaletteBoard } from './palette.tsx'
import { useTodayNote } from './today-note.ts'
import palette from '../../styles/palette.css?inline'
import { TopBar } from './top-bar.tsx'

/** Adds the hall's styles and those of the palette to the page. The security policy allows
 *  constructed style sheets. */
export function adoptHallStyles() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(palette + css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** The element that the server rendered for a part of the hall. */
const partElement = (name: 'keys' | 'board' | 'revealed' | 'dialogs') =>
  document.querySelector(`[data-part=${name}]`)!

/** Whether there is space for the palette beside the question. */
const isWide = () => matchMedia('(min-width: 60rem)').matches

/** The open hall: the top bar, and through portals the parts below and beside the question. */
export function LiveHall({ open, ...props }: HallProps & { open: OpenHall }) {
  const context = useHallContext(props, open)
  const { hall, view, sectionOf } = context
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [isBoardOpen, setBoardOpen] = useState(isWide)
  useEffect(() => {
    document.querySelector('.hall')?.toggleAttribute('data-board', isBoardOpen)
  }, [isBoardOpen])

  useTodayNote(context)
  useBackGuard(!context.isOver, () => setDialog('leave'))

  const goTo = (index: number) => {
    if (!isWide()) setBoardOpen(false)
    hall.goTo(index)
  }
  const choose = (choice: MenuChoice) => {
    if (choice === 'rescue') setDialog('rescue')
    else if (choice === 'paper') hall.showPaper(true)
    else openServerDialog(choice)
  }
  const submit = () => setDialog('summary')
  const section = sectionOf[view.at] ?? null
  return (
    <>
      <TopBar
        context={context}
        board={{ isOpen: isBoardOpen, toggle: () => setBoardOpen(!isBoardOpen) }}
        goTo={goTo}
        openMenu={() => setDialog('menu')}
      />
      {createPortal(
        <BelowQuestion context={context} openRescue={() => setDialog('rescue')} />,
        partElement('revealed'),
      )}
      {createPortal(<BottomBar context={context} submit={submit} />, partElement('keys'))}
      {createPortal(
        isBoardOpen && (view.stage === 'question' || view.stage === 'paper') && (
          <PaletteBoard
            indexes={indexesOf(sectionOf, section)}
            section={props.sections.find(({ slug }) => slug === section)}
            context={context}
            goTo={goTo}
            submit={submit}
          />
        ),
        partElement('board'),
      )}
      {createPortal(
        dialog && (
          <OpenDialog
            key={dialog}
            name={dialog}
            context={context}
            choose={choose}
            close={(name) => setDialog((shown) => (shown === name ? null : shown))}
          />
        ),
        partElement('dialogs'),
      )}
    </>
  )
}

/** Opens a dialog that the server rendered. Screen readers begin at its heading. */
function openServerDialog(name: 'instructions' | 'keyboard') {
  const dialog = document.querySelector<HTMLDialogElement>(`[data-dialog=${name}]`)
  dialog?.showModal()
  dialog?.querySelector('h2')?.focus()
}
