import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface LineAnswer {
  status: number
  head: string
}

/** One keep-alive connection that sends one request at a time, with little overhead of its own. */
export class HttpLine {
  #socket: Socket
  #buffer: Buffer = Buffer.alloc(0)
  #settle: { done: (answer: LineAnswer) => void; failed: (error: Error) => void } | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(chunk))
    const fail = (error: Error) => this.#settle?.failed(error)
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the server closed the connection')))
  }

  static async open(port: number): Promise<HttpLine> {
    const socket = connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    return new HttpLine(socket)
  }

  send(method: string, path: string, headers: string, body = ''): Promise<LineAnswer> {
    const length = body ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` : ''
    return new Promise((done, failed) => {
      this.#settle = { done, failed }
      this.#socket.write(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}${length}\r\n${body}`)
    })
  }

  close(): void {
    this.#settle = null
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#buffer = this.#buffer.length > 0 ? Buffer.concat([this.#buffer, chunk]) : chunk
    const end = this.#buffer.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#buffer.toString('latin1', 0, end)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) return this.#settle?.failed(new Error(`an answer without a length: ${head}`))
    if (this.#buffer.length < end + 4 + Number(length)) return
    const status = Number(head.slice(9, 12))
    const body = status >= 400 ? this.#buffer.toString('utf8', end + 4) : ''
    this.#buffer = Buffer.alloc(0)
    this.#settle?.done({ status, head: head + body })
  }
}
