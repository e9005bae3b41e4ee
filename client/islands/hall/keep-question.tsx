import { useState } from 'react'
import type { PracticeTexts } from './hall-view.ts'

const deadlineMs = 8000

/** Puts a question whose key was shown into the bookmarks. */
export function KeepQuestion({ question, texts }: { question: string; texts: PracticeTexts }) {
  const [state, setState] = useState<'open' | 'sending' | 'kept' | 'failed'>('open')
  const keep = async () => {
    setState('sending')
    setState((await sendBookmark(texts.bookmarks, question)) ? 'kept' : 'failed')
  }
  return (
    <p className="keep" role="status">
      {state === 'kept' ? (
        <a href={texts.bookmarks}>{texts.kept}</a>
      ) : (
        <button
          type="button"
          className="btn quiet"
          disabled={state === 'sending'}
          onClick={() => void keep()}
        >
          {texts.keep}
        </button>
      )}{' '}
      {state === 'failed' && texts.failed}
    </p>
  )
}

/** Whether the server has stored it. */
async function sendBookmark(path: string, question: string): Promise<boolean> {
  const [attempt = ''] = /[0-9a-f-]{36}/.exec(location.pathname) ?? []
  try {
    const { ok } = await fetch(path, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ attempt, question }),
      signal: AbortSignal.timeout(deadlineMs),
    })
    return ok
  } catch {
    // No network, or none in time: the button says so, and can be pressed again.
    return false
  }
}
