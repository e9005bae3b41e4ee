import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { BelowQuestion } from './below-question.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { OpenDialog, type DialogName, type MenuChoice } from './dialogs.tsx'
import { useHallContext, type OpenHall } from './hall-context.ts'
import type { HallProps } from './hall-view.ts'
import css from './hall.css?inline'
import { indexesOf } from './navigation.ts'
import { PaletteBoard } from './palette.tsx'
import { TopBar } from './top-bar.tsx'

/** Adds the hall's styles to the page. The security policy allows stylesheets made by script. */
export function adoptHallStyles() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** The element that the server has rendered for a part of the hall. */
const partElement = (name: 'keys' | 'board' | 'revealed' | 'dialogs') =>
  document.querySelector(`[data-part=${name}]`)!

/** Whether there is space for the palette beside the question. */
const isWide = () => matchMedia('(min-width: 60rem)').matches

/** The hall while somebody takes the test: the bar on top, and through portals what is below and
 *  beside the question. isKept: whether it opens without a network. */
export function LiveHall({
  open,
  isKept,
  ...props
}: HallProps & { open: OpenHall; isKept: boolean }) {
  const context = useHallContext(props, open)
  const { hall, view, sectionOf } = context
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [isBoardOpen, setBoardOpen] = useState(isWide)
  useEffect(() => {
    document.querySelector('.hall')?.toggleAttribute('data-board', isBoardOpen)
  }, [isBoardOpen])

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
        isBoardOpen && (view.stage === 'sitting' || view.stage === 'paper') && (
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
            name={dialog}
            context={context}
            isKept={isKept}
            choose={choose}
            close={(name) => setDialog((shown) => (shown === name ? null : shown))}
          />
        ),
        partElement('dialogs'),
      )}
    </>
  )
}

/** A dialog that the server has rendered; it is read from its heading on. */
function openServerDialog(name: 'instructions' | 'keyboard') {
  const dialog = document.querySelector<HTMLDialogElement>(`[data-dialog=${name}]`)
  dialog?.showModal()
  dialog?.querySelector('h2')?.focus()
}
