import { codeSpreadMs } from '../../../domain/live-mock/live-mock.ts'
import { readTypedCode } from '../../../domain/live-mock/opening-code.ts'
import { openByCode } from '../../../domain/live-mock/seal.ts'
import { storeOpenedHall } from '../../device/offline-hall/hall-cache.ts'
import { storeHallCopy } from '../../device/offline-hall/hall-copy.ts'
import { registerWorker } from '../../device/offline/register-worker.ts'
import { removeSealed } from '../../device/offline-hall/sealed-copies.ts'
import { isRecord } from '../../device/untyped-data.ts'
import { download, type Download } from './download.ts'
import { openedHall } from './opened-hall.ts'
import type { LiveRoomProps, RoomView } from './room-view.ts'

const tickMs = 1000
const retryMs = 5000
const maxWrongCodes = 5
const wrongCodesPauseMs = 30_000

/** Runs a waiting room: keeps the sealed paper, counts down, fetches the code at the bell, opens
 *  the hall with it or with a code that the reader types. onChange gets what is shown. */
export function openRoom(props: LiveRoomProps, onChange: (view: RoomView) => void) {
  let view: RoomView = { ...initialView(props) }
  let paper: Download | null = null
  let wrongCodes = 0
  let isClosed = false
  let isFetching = false
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const openedAt = performance.now()
  /** The server's clock; unknown in a copy that this phone kept. */
  const isKeptPage = document.documentElement.hasAttribute('data-kept')
  let baseMs = isKeptPage ? Date.now() + storedOffset() : props.serverNowMs
  let baseAt = isKeptPage ? performance.now() : openedAt
  const now = () => baseMs + performance.now() - baseAt

  function show(changes: Partial<RoomView>) {
    if (isClosed) return
    view = { ...view, ...changes }
    onChange(view)
  }
  function later(ms: number, work: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (!isClosed) work()
    }, ms)
    timers.add(timer)
  }
  function setClock(serverNowMs: number) {
    ;[baseMs, baseAt] = [serverNowMs, performance.now()]
    storeOffset(serverNowMs - Date.now())
    show({ isClockRight: true })
  }

  async function prepare() {
    show({ download: 'running', loaded: 0 })
    try {
      const [found] = await Promise.all([
        download(props, (loaded) => show({ loaded })),
        // The scripts of the hall, so that its copy has all of them.
        Promise.all([
          import('../exam-hall.tsx').then(({ fetchHallMessages }) =>
            fetchHallMessages(props.locale),
          ),
          import('../hall/qr.ts'),
        ]),
      ])
      paper = found
      const worker = await registerWorker()
      const isCopied = worker !== null && (await storeHallCopy(props.entry, []))
      show({ download: found.isStored && isCopied ? 'kept' : 'memory' })
    } catch {
      show({ download: 'failed' })
      later(retryMs * 2, () => void prepare())
    }
  }

  function tick() {
    const left = props.bellMs - now()
    show({ leftMs: Math.max(0, left) })
    if (left <= 0 && view.stage === 'waiting' && !isFetching) {
      isFetching = true
      later(Math.random() * codeSpreadMs, () => void fetchCode())
    }
    later(Math.min(tickMs, Math.max(50, left > 0 ? left % tickMs || tickMs : tickMs)), tick)
  }

  async function fetchCode() {
    if (view.stage === 'opening') return
    try {
      const response = await fetch(props.codeHref, { headers: { accept: 'application/json' } })
      const body: unknown = await response.json()
      const data = isRecord(body) && isRecord(body.data) ? body.data : {}
      if (response.ok && typeof data.code === 'string') return await open(data.code)
      const leftMs = leftIn(body)
      if (leftMs !== null) {
        setClock(props.bellMs - leftMs)
        isFetching = false
        return
      }
    } catch {
      // Without a network the reader may type the code.
    }
    show({ isOffline: true })
    later(retryMs + Math.random() * retryMs, () => void fetchCode())
  }

  async function open(code: string): Promise<void> {
    if (!paper) return show({ problem: 'no-paper' })
    show({ stage: 'opening', problem: null })
    const opened = await openByCode(paper.bytes, code)
    if (!opened) {
      wrongCodes += 1
      const mustWait = wrongCodes % maxWrongCodes === 0
      show({ stage: mustWait ? 'paused' : 'waiting', problem: 'wrong-code' })
      if (mustWait) later(wrongCodesPauseMs, () => show({ stage: 'waiting' }))
      return
    }
    const html = openedHall(
      ...([paper.frame.html, opened, props.texts, view.isClockRight ? now() : null] as const),
    )
    const isStored =
      html !== null &&
      (await storeOpenedHall(
        ...([caches, props.entry, location.pathname, html, paper.frame.headers] as const),
      ).catch(() => false))
    const worker = isStored && (await registerWorker())
    // Without a worker the hall comes from the network.
    if (!worker && !navigator.onLine) return show({ stage: 'waiting', problem: 'no-storage' })
    if (worker) {
      await removeSealed(caches, props.entry)
      await withoutPreload()
    }
    location.reload()
  }

  show({ isClockRight: !isKeptPage })
  if (isKeptPage) void syncClock()
  async function syncClock() {
    try {
      const response = await fetch(props.codeHref, { headers: { accept: 'application/json' } })
      const leftMs = leftIn(await response.json())
      if (leftMs !== null) setClock(props.bellMs - leftMs)
    } catch {
      // The code opens the paper whatever the clock says.
    }
  }
  void prepare()
  tick()
  addEventListener('online', onOnline)
  function onOnline() {
    show({ isOffline: false })
    if (view.download === 'failed') void prepare()
    if (!view.isClockRight) void syncClock()
  }
  return {
    typeCode(typed: string) {
      const read = readTypedCode(typed)
      if (!read.ok) return show({ problem: read.problem })
      void open(read.code)
    },
    retryDownload: () => void prepare(),
    close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      removeEventListener('online', onOnline)
    },
  }
}

/** The opened hall comes from this phone: the next page load asks the network for nothing. The
 *  service worker switches the browser's early request on again. */
async function withoutPreload() {
  const registration = await navigator.serviceWorker.ready
  // Absent in old browsers.
  const { navigationPreload } = registration as Partial<ServiceWorkerRegistration>
  await navigationPreload?.disable()
}

export const initialView = ({ bellMs, serverNowMs }: LiveRoomProps): RoomView => ({
  ...{ stage: 'waiting', download: 'idle', loaded: 0, isClockRight: false, isOffline: false },
  ...{ leftMs: Math.max(0, bellMs - serverNowMs), problem: null },
})

function leftIn(body: unknown): number | null {
  const details = isRecord(body) && isRecord(body.error) ? body.error.details : null
  return isRecord(details) && typeof details.leftMs === 'number' ? details.leftMs : null
}

const offsetKey = 'live-clock'
function storedOffset(): number {
  try {
    return Number(localStorage.getItem(offsetKey)) || 0
  } catch {
    return 0
  }
}
function storeOffset(ms: number) {
  try {
    localStorage.setItem(offsetKey, String(Math.round(ms)))
  } catch {
    // Then the next page shows the phone's own clock until it knows better.
  }
}
