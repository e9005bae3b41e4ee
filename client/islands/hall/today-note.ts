import { useEffect } from 'react'
import { removeRunningTest, storeRunningTest } from '../../device/today-notes.ts'
import type { HallContext } from './hall-context.ts'

/** Keeps a note of the running test on this device, for the home page, until it is over. */
export function useTodayNote({ hall, attempt, href, view, isOver, messages }: HallContext) {
  const answered = [...view.state.questions.values()].filter(({ saved }) => saved !== null).length
  useEffect(() => {
    if (isOver) return removeRunningTest(attempt.id)
    const title = document.querySelector<HTMLElement>('.hall h1')
    const aheadMs = hall.now() - Date.now()
    storeRunningTest({
      id: attempt.id,
      title: title?.textContent ?? '',
      lang: title?.lang || document.documentElement.lang,
      href: location.pathname,
      path: href.leave,
      resume: attempt.endsAtMs === null ? messages.resume : messages.resumeLeft,
      endsAtMs: attempt.endsAtMs === null ? null : attempt.endsAtMs - aheadMs,
      storedAtMs: Date.now(),
      answered,
      count: hall.sections.length,
    })
  }, [hall, attempt, href, answered, isOver, messages])
}
