// On the result of a test: the home page does not offer to resume it any more.
import { removeRunningTest } from '../device/today-notes.ts'

const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(location.pathname)?.[0]
if (id !== undefined) removeRunningTest(id)
