import { useEffect, useState } from 'react'
import type { Locale } from '../../domain/locale.ts'
import { registerHallWorker } from '../device/offline-hall/hall-copy.ts'
import { fetchHallMessages } from './hall/messages.ts'

/** Makes this phone ready for tests without a network, while their instructions are read, and says
 *  so. Cost: what the hall needs anyway, fetched before it is needed.
 *  Without script: it shows nothing. */
export function HallReady({
  scope,
  locale,
  messages,
}: {
  /** Where the halls are in this language: '/te/attempts/'. */
  scope: string
  locale: Locale
  messages: Record<'getting' | 'ready', string>
}) {
  const [stage, setStage] = useState<'idle' | 'getting' | 'ready'>('idle')
  useEffect(() => {
    setStage('getting')
    prefetchHall(scope, locale).then(
      (isReady) => setStage(isReady ? 'ready' : 'idle'),
      () => setStage('idle'),
    )
  }, [scope, locale])
  return (
    <p className="small" role="status">
      {stage !== 'idle' && messages[stage]}
    </p>
  )
}

/** Fetches what the hall needs, so that it opens at once, and installs what opens it without a
 *  network. Resolves to whether that is installed. */
async function prefetchHall(scope: string, locale: Locale): Promise<boolean> {
  const [worker] = await Promise.all([
    registerHallWorker(scope),
    import('./exam-hall.tsx'),
    fetchHallMessages(locale),
    import('./hall/qr.ts'),
  ])
  return worker !== null
}

export default HallReady
