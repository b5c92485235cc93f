import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Connection } from '#server/db/database.ts'
import { HttpLine } from './http-line.ts'

/**
 * Requests that are repeated. The `ids` take turns, or with `once` are used only once each; they replace `:id` or the
 * value `$id`.
 */
export type Calls =
  | {
      kind: 'http'
      port: number
      method: string
      path: string
      cookie?: string
      bodies?: string[]
      ids?: string[]
      once?: boolean
    }
  | { kind: 'pg'; connection: Connection; text: string; values: unknown[][]; ids?: string[]; once?: boolean }

export interface LoadJob {
  calls: Calls
  clients: number
  ms: number
  /** The index in `ids` to begin with. */
  from: number
  /** Ends after this number of requests instead of `ms`. */
  requests?: number
}

export interface LoadResult {
  /** Milliseconds of each request. */
  times: number[]
  elapsedMs: number
  /** The highest number of statements that a response reported. */
  statements: number
  /** The highest number of round trips to the database. */
  trips: number
  next: number
}

/* A separate process, so that generating the load doesn't share the app's event loop. */
process.on('message', (job: LoadJob) => {
  run(job).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
process.once('disconnect', () => process.exit())

async function run({ calls, clients, ms, from, requests = Infinity }: LoadJob): Promise<LoadResult> {
  const result: LoadResult = { times: [], elapsedMs: 0, statements: 0, trips: 0, next: from }
  const lines = await Promise.all(Array.from({ length: clients }, () => open(calls, result)))
  const begun = performance.now()
  const end = begun + ms
  await Promise.all(
    lines.map(async ({ send }) => {
      for (let now = performance.now(); now < end && result.next - from < requests; ) {
        const at = result.next
        if (calls.once && at >= (calls.ids?.length ?? 0)) break
        result.next += 1
        await send(at)
        const after = performance.now()
        result.times.push(after - now)
        now = after
      }
    }),
  )
  result.elapsedMs = performance.now() - begun
  for (const { close } of lines) await close()
  return result
}

interface Line {
  send(at: number): Promise<void>
  close(): Promise<void> | void
}

const turn = <T>(list: readonly T[], at: number): T => list[at % list.length] as T

async function open(calls: Calls, result: LoadResult): Promise<Line> {
  if (calls.kind === 'pg') {
    const { connection, text, values, ids } = calls
    const client = new pg.Client({ ...connection, options: '-c timezone=UTC -c jit=off -c random_page_cost=1.1' })
    await client.connect()
    return {
      send: async (at) => {
        const given = turn(values, at).map((value) => (value === '$id' && ids ? turn(ids, at) : value))
        await client.query({ name: 'bench', text, values: given })
      },
      close: () => client.end(),
    }
  }
  const { port, method, path, cookie, bodies, ids } = calls
  const line = await HttpLine.open(port)
  const base = `x-requested-with: XMLHttpRequest\r\naccept: application/json\r\n${cookie ? `cookie: ${cookie}\r\n` : ''}`
  return {
    send: async (at) => {
      const headers = method === 'GET' ? base : `${base}idempotency-key: ${randomUUID()}\r\n`
      const address = ids ? path.replace(':id', turn(ids, at)) : path
      const { status, head } = await line.send(method, address, headers, bodies ? turn(bodies, at) : '')
      if (status >= 300) throw new Error(`${method} ${address}: ${head}`)
      const statements = Number(/db;dur=[^;]*;desc="(\d+)"/i.exec(head)?.[1] ?? 0)
      if (statements > result.statements) result.statements = statements
      const trips = Number(/trips;desc="(\d+)"/i.exec(head)?.[1] ?? 0)
      if (trips > result.trips) result.trips = trips
    },
    close: () => line.close(),
  }
}
