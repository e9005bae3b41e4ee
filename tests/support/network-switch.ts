import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A connection to a server that can be cut and restored: for a service worker, whose own requests
 *  Playwright's `setOffline` does not reach. */
export async function networkSwitch(port: number) {
  const sockets = new Set<Socket>()
  let isOn = true
  const server = createServer((socket) => {
    if (!isOn) return void socket.destroy()
    const upstream = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    turn(on: boolean) {
      isOn = on
      if (!on) for (const socket of sockets) socket.destroy()
    },
    close: () => server.close(),
  }
}
