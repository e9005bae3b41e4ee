import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import type { openRoom } from './live-room/room.ts'
import type { LiveRoomProps, RoomMessage, RoomView } from './live-room/room-view.ts'

/** The waiting room of a live mock: keeps the sealed paper on the phone and opens it with the code,
 *  also without a network.
 *  Cost: about 4 KB in addition to React's shared chunk, and the files of the hall, fetched early.
 *  Without script: the page says when the paper opens here. */
export function LiveRoom(props: LiveRoomProps) {
  const { messages, sealedBytes } = props
  const [view, setView] = useState<RoomView>({
    ...{ stage: 'waiting', download: 'idle', loaded: 0, isClockRight: false, isOffline: false },
    ...{ leftMs: Math.max(0, props.bellMs - props.serverNowMs), problem: null },
  })
  const room = useRef<ReturnType<typeof openRoom> | null>(null)
  useEffect(() => {
    let isClosed = false
    void import('./live-room/room.ts').then((module) => {
      if (!isClosed) room.current = module.openRoom(props, setView)
    })
    return () => {
      isClosed = true
      room.current?.close()
    }
    // The props come from the server and never change.
  }, [])

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('code')
    if (field instanceof HTMLInputElement) room.current?.typeCode(field.value)
  }

  const problem = problemText(view, messages)
  return (
    <div className="room">
      <Countdown leftMs={view.leftMs} messages={messages} />
      <ul className="checks">
        <Check isDone={view.download === 'kept'} number={1}>
          {downloadText(view, messages, sealedBytes)}
          {view.download === 'running' && (
            <progress value={view.loaded} max={sealedBytes} aria-label={messages.paper_loading} />
          )}
          {view.download === 'failed' && (
            <button
              type="button"
              className="btn quiet"
              onClick={() => room.current?.retryDownload()}
            >
              {messages.retry}
            </button>
          )}
        </Check>
        <Check isDone={view.isClockRight} number={2}>
          {view.isClockRight ? messages.clock_right : messages.clock_unknown}
        </Check>
        <Check isDone={false} number={3}>
          {view.stage === 'opening'
            ? messages.opening
            : view.isOffline
              ? messages.code_offline
              : messages.code_waiting}
        </Check>
      </ul>
      <form onSubmit={submit} className="code-form">
        <p className="field">
          <label htmlFor="code">{messages.code_label}</label>
          <input
            id="code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="•••• •••• •••• ••••"
            maxLength={40}
            aria-invalid={problem !== null || undefined}
            aria-describedby={problem === null ? 'code-hint' : 'code-hint code-error'}
          />
          <small id="code-hint">{messages.code_hint}</small>
          {problem !== null && (
            <strong id="code-error" className="error" role="alert">
              {problem}
            </strong>
          )}
        </p>
        <button className="btn wide" disabled={view.stage !== 'waiting'}>
          {view.stage === 'opening' ? messages.opening : messages.open}
        </button>
      </form>
    </div>
  )
}

function Countdown({
  leftMs,
  messages,
}: {
  leftMs: number
  messages: Record<RoomMessage, string>
}) {
  const seconds = Math.ceil(leftMs / 1000)
  const parts = [
    { count: Math.floor(seconds / 86_400), unit: messages.days },
    { count: Math.floor(seconds / 3600) % 24, unit: messages.hours },
    { count: Math.floor(seconds / 60) % 60, unit: messages.minutes },
    { count: seconds % 60, unit: messages.seconds },
  ]
  const shown = parts[0]!.count > 0 ? parts.slice(0, 3) : parts.slice(1)
  return (
    <div className="countdown">
      <p className="small">{messages.left}</p>
      <div role="timer">
        {shown.map(({ count, unit }) => (
          <span key={unit}>
            <b>{String(count).padStart(2, '0')}</b>
            <small>{unit}</small>
          </span>
        ))}
      </div>
    </div>
  )
}

function Check({
  isDone,
  number,
  children,
}: {
  isDone: boolean
  number: number
  children: React.ReactNode
}) {
  return (
    <li>
      <b className={isDone ? 'done' : undefined} aria-hidden="true">
        {isDone ? '✓' : number}
      </b>
      <div role="status">{children}</div>
    </li>
  )
}

function downloadText(
  { download }: RoomView,
  messages: Record<RoomMessage, string>,
  sealedBytes: number,
): string {
  const size = `${Math.max(1, Math.round(sealedBytes / 1024))} KB`
  switch (download) {
    case 'idle':
      return messages.paper_idle.replace('{size}', size)
    case 'running':
      return messages.paper_loading.replace('{size}', size)
    case 'kept':
      return messages.paper_kept.replace('{size}', size)
    case 'memory':
      return messages.paper_memory
    case 'failed':
      return messages.paper_failed
  }
}

function problemText(
  { problem, stage }: RoomView,
  messages: Record<RoomMessage, string>,
): string | null {
  if (stage === 'paused') return messages.paused
  switch (problem) {
    case 'length':
      return messages.problem_length
    case 'checksum':
      return messages.problem_checksum
    case 'wrong-code':
      return messages.problem_wrong
    case 'no-paper':
      return messages.problem_no_paper
    case 'no-storage':
      return messages.problem_no_storage
    case null:
      return null
  }
}

export default LiveRoom
