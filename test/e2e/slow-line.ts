import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A port that forwards to another port of this machine. API requests and their responses are each delayed by a random
 * 25 % to 75 % of `ms`, so that responses overtake each other as on a mobile connection. Files are not delayed.
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

/** Forwards what one side sends, in order, each chunk after its delay. */
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
