import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { asLockOrder, type LockOrder } from '#server/kernel/lock-order.ts'
import { connectMs, countedClient } from './counted-client.ts'
import { type Clock, givenMoment, systemClock } from './moment.ts'
import { runTransaction } from './run-transaction.ts'
import type { DB } from './tables.ts'
import { valueParsers } from './value-parsers.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

export interface Database {
  db: Db
  pool: pg.Pool
  /** The connection parameters, for connections outside the pool. */
  connection: Connection
  /** The clock for everything that uses this database. */
  clock: Clock
  /**
   * Health check over a new connection: those of the pool may still work when new ones are refused. Throws if the database does
   * not answer within two seconds or accepts no writes.
   */
  check(): Promise<void>
  /**
   * Runs `work` in one transaction, whose time is `moment` or else the clock's. After a deadlock or a serialization failure it is
   * retried, up to five attempts in all. A statement given to `last` need not be awaited: it is pipelined with the commit.
   */
  transaction<T>(
    work: (tx: Tx, locks: LockOrder, last: (statement: Promise<unknown>) => void) => Promise<T>,
    moment?: Date,
  ): Promise<T>
  close(): Promise<void>
}

/** How long a request waits for a pooled connection: longer than a burst on a cold server, shorter than the client's timeout. */
const defaultQueueMs = 15_000

/** Query timeout of the client: longer than statement_timeout, so it only applies if PostgreSQL does not answer at all. */
const answerMs = 20_000

/** Test write: needs a new disk page and space in the write-ahead log, and leaves nothing behind. */
const trialWrite = `begin; create temporary table wardstock_trial (filler text) on commit drop;
  insert into wardstock_trial values ('written'); commit`
const writeCheckMs = 5_000

export interface Connection {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  database?: string
}

const sessionSettings = [
  'lock_timeout=3000',
  'statement_timeout=15000',
  'idle_in_transaction_session_timeout=10000',
  'timezone=UTC',
  'datestyle=ISO',
  'jit=off',
  // For data in memory or on an SSD. With the default of 4, the planner reads whole tables to answer one page of a list.
  'random_page_cost=1.1',
  // Similarity that a search requires: finds words with two letters swapped, or with one missing or wrong.
  'pg_trgm.word_similarity_threshold=0.35',
  'pg_trgm.strict_word_similarity_threshold=0.35',
]

const retried = new Set(['40001', '40P01'])

/** Opens the pool. It does not connect yet. */
export function openDatabase(
  connection: Connection,
  options: { max: number; clock?: Clock; queueMs?: number; answerMs?: number; onLost?: (error: Error) => void },
): Database {
  const clock = options.clock ?? systemClock
  const pool = new pg.Pool({
    ...connection,
    Client: countedClient(clock, options.answerMs ?? answerMs),
    max: options.max,
    connectionTimeoutMillis: options.queueMs ?? defaultQueueMs,
    types: valueParsers,
    keepAlive: true,
    // Pipelining: statements that don't wait for each other share a round trip. SQL cursors can't be used on such a connection.
    pipeline: true,
    options: sessionSettings.map((setting) => `-c ${setting}`).join(' '),
  })
  // Errors of connections that break while idle or between two statements; without these listeners they would crash the process.
  pool.on('error', (error) => options.onLost?.(error))
  pool.on('connect', (client) => client.on('error', () => {}))
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<DB>({ dialect })

  let writtenAt = -Infinity
  return {
    db,
    pool,
    clock,
    async check() {
      const client = new pg.Client({ ...connection, connectionTimeoutMillis: connectMs, query_timeout: connectMs })
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('select 1')
        if (performance.now() - writtenAt < writeCheckMs) return
        await client.query(trialWrite)
        writtenAt = performance.now()
      } finally {
        await client.end().catch(() => {})
      }
    },
    connection,
    async transaction(work, moment) {
      for (let attempt = 1; ; attempt += 1) {
        const ending: Promise<unknown>[] = []
        try {
          const result = await givenMoment.run(moment ?? clock(), () =>
            runTransaction(db, dialect, async (tx) => {
              const done = await work(tx, asLockOrder(), (statement) => {
                statement.catch(() => {})
                ending.push(statement)
              })
              // Let these statements be sent before the commit.
              if (ending.length > 0) await nextTurn()
              return done
            }),
          )
          await Promise.all(ending)
          return result
        } catch (failure) {
          // If a statement of `last` fails, the commit's own error only says that it became a rollback.
          const error = (await failed(ending)) ?? failure
          if (!retried.has((error as { code?: string }).code ?? '') || attempt >= 5) throw error
          await new Promise((done) => setTimeout(done, 25 * 2 ** attempt * (0.5 + Math.random())))
        }
      }
    },
    close: () => db.destroy(),
  }
}

async function failed(statements: readonly Promise<unknown>[]): Promise<unknown> {
  const ends = await Promise.allSettled(statements)
  return ends.find((end) => end.status === 'rejected')?.reason
}
