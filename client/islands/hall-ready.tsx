import { useEffect, useState } from 'react'
import type { Locale } from '../../domain/locale.ts'
import { registerHallWorker } from '../device/hall-copy.ts'
import { fetchHallMessages } from './hall/messages.ts'

/** Makes this phone ready for tests without internet, while their instructions are read, and says so.
 *  Cost: what the hall needs anyway, fetched before it is needed.
 *  Without script: nothing is promised. */
export function HallReady({
  locale,
  words,
}: {
  locale: Locale
  words: Record<'getting' | 'ready', string>
}) {
  const [stage, setStage] = useState<'asleep' | 'getting' | 'ready'>('asleep')
  useEffect(() => {
    setStage('getting')
    getReady(locale).then(
      (isReady) => setStage(isReady ? 'ready' : 'asleep'),
      () => setStage('asleep'),
    )
  }, [locale])
  return (
    <p className="small" role="status">
      {stage !== 'asleep' && words[stage]}
    </p>
  )
}

/** Fetches what the hall needs, so that it opens at once, and installs what opens it without a network. */
async function getReady(locale: Locale): Promise<boolean> {
  const [worker] = await Promise.all([
    registerHallWorker(),
    import('./exam-hall.tsx'),
    fetchHallMessages(locale),
    import('./hall/qr.ts'),
  ])
  return worker !== null
}

export default HallReady
