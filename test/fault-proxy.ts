import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Connection } from '#server/db/database.ts'
import { afterFile } from './after-file.ts'

/**
 * How the connection to the database breaks at a statement: before PostgreSQL gets it, after it was executed but before
 * its response arrives, or with PostgreSQL's own error that an administrator terminated the connection.
 */
export const cuts = ['before', 'after', 'terminated'] as const
export type Cut = (typeof cuts)[number]

export interface FaultProxy {
  /** The connection parameters of the database through this proxy. */
  connection: Connection
  /** Breaks the connection once, at the nth statement from now on, over all connections. */
  cutAt(nth: number, cut: Cut): void
  /** Delays the nth statement from now on until `act` is done, once. */
  haltAt(nth: number, act: () => Promise<unknown>): { hasHalted(): boolean }
  /** Waits until no statement has arrived for 100 ms: work that a request does after its response is done by then. */
  quiet(): Promise<void>
  /** Cancels a cut or halt that has not happened yet. Returns whether the connection was broken. */
  disarm(): boolean
  /** Closes all connections and refuses new ones, until `open`. */
  shut(): void
  open(): void
  /** Delays every statement by this time before PostgreSQL gets it. */
  delay(ms: number): void
}

const fatal = errorOf('FATAL', '57P01', 'terminating connection due to administrator command')

/** A TCP proxy in front of a real PostgreSQL that can break or delay connections. */
export async function faultProxy(behind: Connection): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  let [left, isShut, delayMs, lastAt] = [0, false, 0, 0]
  let cut: Cut = 'before'
  let hasBroken = false
  let halt: { left: number; act: () => Promise<unknown> } | null = null

  const server = createServer((client) => {
    if (isShut) return client.destroy()
    const upstream = connect(join(behind.host ?? '', `.s.PGSQL.${behind.port}`))
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    let breaksAtAnswer = false
    upstream.on('data', (chunk) => {
      if (breaksAtAnswer) client.destroy()
      else client.write(chunk)
    })
    const frames = frontendFrames()
    const pass = async (chunk: Buffer): Promise<void> => {
      for (const { frame, isStatement } of frames(chunk)) {
        if (isStatement) lastAt = performance.now()
        if (isStatement && delayMs > 0) await new Promise((done) => setTimeout(done, delayMs))
        if (isStatement && halt && (halt.left -= 1) === 0) {
          const { act } = halt
          halt = null
          await act()
        }
        if (isStatement && left > 0 && (left -= 1) === 0) {
          hasBroken = true
          if (cut === 'before') client.destroy()
          if (cut === 'terminated') client.end(fatal)
          if (cut !== 'after') {
            upstream.destroy()
            return
          }
          breaksAtAnswer = true
        }
        upstream.write(frame)
      }
    }
    let passed = Promise.resolve()
    client.on('data', (chunk) => {
      const before = passed
      passed = (async () => {
        await before
        await pass(chunk)
      })()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const throwOut = () => {
    for (const socket of sockets) socket.destroy()
  }
  afterFile(() => {
    throwOut()
    server.close()
  })
  return {
    connection: { ...behind, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    cutAt(nth, how) {
      left = nth
      cut = how
      hasBroken = false
    },
    haltAt(nth, act) {
      const own = { left: nth, act }
      halt = own
      return { hasHalted: () => own.left <= 0 }
    },
    async quiet() {
      while (performance.now() - lastAt < 100) await new Promise((next) => setTimeout(next, 20))
    },
    disarm() {
      halt = null
      left = 0
      return hasBroken
    },
    shut() {
      isShut = true
      throwOut()
    },
    open: () => void (isShut = false),
    delay: (ms) => void (delayMs = ms),
  }
}

/** Splits the client's bytes into protocol messages; a statement ends with Sync or is a simple query. */
function frontendFrames() {
  let rest = Buffer.alloc(0)
  let isStarted = false
  return function* (chunk: Buffer): Generator<{ frame: Buffer; isStatement: boolean }> {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = isStarted ? 1 : 0
      if (rest.length < head + 4) return
      const size = head + rest.readInt32BE(head)
      if (rest.length < size) return
      const frame = rest.subarray(0, size)
      const tag = isStarted ? String.fromCharCode(frame[0] ?? 0) : ''
      rest = rest.subarray(size)
      isStarted = true
      yield { frame, isStatement: tag === 'S' || tag === 'Q' }
    }
  }
}

function errorOf(severity: string, code: string, message: string): Buffer {
  const fields = Buffer.from(`S${severity}\0V${severity}\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
