import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that simulates a mobile link: sends at `bitsPerSecond` in each direction and delays
 *  every packet by half of `delayMs`. Unlike with a browser's own throttling, TLS handshakes take
 *  round trips, as on a real network. */
export function startSlowLink(
  port: number,
  target: number,
  { delayMs, bitsPerSecond }: { delayMs: number; bitsPerSecond: number },
): Promise<{ stop: () => void; toPhoneBytes: () => number }> {
  const open = new Set<Socket>()
  let bytes = 0
  const server = createServer((phone) => {
    const site = connect(target, '127.0.0.1')
    for (const socket of [phone, site]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => open.delete(socket))
    }
    forward(phone, site, delayMs / 2, bitsPerSecond)
    forward(site, phone, delayMs / 2, bitsPerSecond)
    site.on('data', (chunk: Buffer) => (bytes += chunk.length))
  })
  return new Promise((ready) =>
    server.listen(port, '127.0.0.1', () =>
      ready({
        toPhoneBytes: () => bytes,
        stop() {
          for (const socket of open) socket.destroy()
          server.close()
        },
      }),
    ),
  )
}

/** One direction of the link, in packets of 1400 bytes that keep their order. */
function forward(from: Socket, to: Socket, delayMs: number, bitsPerSecond: number) {
  const bytesPerMs = bitsPerSecond / 8 / 1000
  const inTransit: { at: number; packet: Buffer | null }[] = []
  let freeAt = 0

  const send = (packet: Buffer | null) => {
    freeAt = Math.max(freeAt, performance.now()) + (packet?.length ?? 0) / bytesPerMs
    inTransit.push({ at: freeAt + delayMs, packet })
    if (inTransit.length === 1) wait()
  }
  const wait = () => setTimeout(arrive, Math.max(0, inTransit[0]!.at - performance.now()))
  const arrive = () => {
    const { packet } = inTransit.shift()!
    if (packet === null) to.end()
    else if (to.writable) to.write(packet)
    if (inTransit.length > 0) wait()
  }

  from.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += 1400) send(chunk.subarray(at, at + 1400))
  })
  from.on('end', () => send(null))
}
