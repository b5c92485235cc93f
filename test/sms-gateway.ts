import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from './after-file.ts'

interface Taken {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

/**
 * A fake SMS gateway on its own port that records the messages it receives. While `isHolding` is set, it receives a
 * message but doesn't respond; `status` is the status of its responses.
 */
export async function smsGateway() {
  const received: Taken[] = []
  const state = { status: 200, answer: { id: 'gateway-1' } as object, isHolding: false }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      if (!state.isHolding) response.writeHead(state.status).end(JSON.stringify(state.answer))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(
    () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, state }
}
