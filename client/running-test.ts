import { runClock, runningTests } from './device/today-reading.ts'

/** Where a test can be started: leads back into one that runs on this device, with its clock. */
export function leadBackInto(link: HTMLAnchorElement) {
  const paper = /[^/]+(?=\/instructions$)/.exec(link.pathname)?.[0] ?? ''
  const test = runningTests().find(({ path }) => path.endsWith(`/${paper}`))
  if (!test) return
  const { href, resume, endsAtMs } = test
  link.href = href
  link.textContent = resume
  if (endsAtMs === null) return
  runClock(endsAtMs - Date.now(), (time) => {
    link.textContent = resume.replace('{time}', time)
  })
}
