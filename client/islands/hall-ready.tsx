import { useEffect, useState } from 'react'

/** Makes this phone ready for tests without internet, while their instructions are read, and says so.
 *  Cost: what the hall needs anyway, fetched before it is needed.
 *  Without script: nothing is promised. */
export function HallReady({ words }: { words: Record<'getting' | 'ready', string> }) {
  const [stage, setStage] = useState<'asleep' | 'getting' | 'ready'>('asleep')
  useEffect(() => {
    setStage('getting')
    getReady().then(
      (isReady) => setStage(isReady ? 'ready' : 'asleep'),
      () => setStage('asleep'),
    )
  }, [])
  return (
    <p className="small" role="status">
      {stage !== 'asleep' && words[stage]}
    </p>
  )
}

async function getReady(): Promise<boolean> {
  await Promise.all([import('./exam-hall.tsx'), import('./hall/qr.ts')])
  return true
}

export default HallReady
