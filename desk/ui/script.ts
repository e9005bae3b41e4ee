import { deskScript } from 'virtual:desk-script'
import { digestOf } from './digest.ts'

/** The script of pages with an editor: client/desk/drafts.ts, bundled. */
export const scriptText = deskScript

/** Changes with the text, so that browsers may keep it. */
export const scriptPath = `/drafts-${digestOf(scriptText)}.js`
