import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A port that leads to another one of this machine; a call and its answer take a quarter to three quarters of `ms` each, now more and now
 * less, so that answers overtake each other as they do on the way to a phone. Files come at once.
 */
export async function slowLine(port: number, ms: number): Promise<number> {
  const server = createServer((near) => {
    const far = connect(port, 'localhost')
    let isCall = false
    near.on('data', (chunk) => {
      const head = chunk.toString('latin1', 0, 20)
      if (/^[A-Z]+ \//.test(head)) isCall = head.includes(' /api/')
    })
    const delay = () => (isCall ? ms * (0.25 + Math.random() / 2) : 0)
    pass(near, far, delay)
    pass(far, near, delay)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  server.unref()
  return (server.address() as AddressInfo).port
}

/** Hands on what one side sends, in its order, each piece when its time has come. */
function pass(from: Socket, to: Socket, delay: () => number): void {
  let due = 0
  const later = (act: () => void) => {
    due = Math.max(due, performance.now() + delay())
    setTimeout(act, due - performance.now())
  }
  from.on('data', (chunk) => later(() => to.writable && to.write(chunk)))
  from.on('close', () => later(() => to.destroy()))
  from.on('error', () => {})
}
