import { useEffect, useState } from 'react'
import type { Locale } from '../../domain/locale.ts'
import { registerWorker } from '../device/offline/register-worker.ts'

/** Prepares this phone for tests without a network while the reader reads the instructions, and
 *  shows when it is ready. Cost: the files of the hall, fetched earlier than otherwise.
 *  Without script: shows nothing. */
export function HallReady({
  locale,
  messages,
}: {
  locale: Locale
  messages: Record<'getting' | 'ready', string>
}) {
  const [stage, setStage] = useState<'idle' | 'getting' | 'ready'>('idle')
  useEffect(() => {
    setStage('getting')
    prefetchHall(locale).then(
      (isReady) => setStage(isReady ? 'ready' : 'idle'),
      () => setStage('idle'),
    )
  }, [locale])
  return (
    <p className="small" role="status">
      {stage !== 'idle' && messages[stage]}
    </p>
  )
}

/** Fetches the hall's files, so that it opens at once, and installs its service worker. Resolves to
 *  whether the worker is installed. */
async function prefetchHall(locale: Locale): Promise<boolean> {
  const [worker] = await Promise.all([
    registerWorker(),
    import('./exam-hall.tsx').then(({ fetchHallMessages }) => fetchHallMessages(locale)),
    import('./hall/qr.ts'),
  ])
  return worker !== null
}

export default HallReady
