import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** Overrides of responses; `undefined` passes on the response of the server. */
export interface Change {
  /** Responds with this status without asking the server. */
  status?: (path: string) => number | undefined
  /** Replaces the content of the server's response. */
  content?: (path: string, content: string) => string | undefined
}

async function pass(got: IncomingMessage, answer: ServerResponse, rewrite: (content: string) => string | undefined) {
  const content = await text(got)
  const { 'content-length': _length, etag: _etag, ...headers } = got.headers
  answer.writeHead(got.statusCode ?? 502, headers).end(rewrite(content) ?? content)
}

/** Opens a reverse proxy to the server that can change responses, to simulate a new version or an outage. */
export async function openReverseProxy(baseURL: string, change: Change) {
  const target = new URL(baseURL)
  const server = createServer((incoming, answer) => {
    const path = incoming.url ?? '/'
    const status = change.status?.(path)
    if (status !== undefined) return void answer.writeHead(status).end()
    const { 'if-none-match': _etag, 'if-modified-since': _since, ...given } = incoming.headers
    const headers = { ...given, host: target.host, 'accept-encoding': 'identity' }
    if (headers.origin) headers.origin = baseURL
    const passed = request(new URL(path, baseURL), { method: incoming.method ?? 'GET', headers }, (got) => {
      const isText = change.content && /text\/html|javascript/.test(String(got.headers['content-type']))
      if (!isText) return void got.pipe(answer.writeHead(got.statusCode ?? 502, got.headers))
      void pass(got, answer, (content) => change.content?.(path, content))
    })
    passed.on('error', () => answer.destroy())
    incoming.pipe(passed)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
