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
  /** Where it is, for connections of one's own. */
  connection: Connection
  /** What time it is for whoever works with it. */
  clock: Clock
  /**
   * Asks the database over a connection of its own, newly opened: those of the pool may go on while nobody gets in any more.
   * Throws when it does not answer within two seconds, or takes no changes.
   */
  check(): Promise<void>
  /**
   * Runs `work` in one transaction, at that moment or else at the clock's; deadlocks and serialisation failures are tried again, up to five times. A statement
   * given to `last` need not be awaited: it travels together with the commit.
   */
  transaction<T>(
    work: (tx: Tx, locks: LockOrder, last: (statement: Promise<unknown>) => void) => Promise<T>,
    moment?: Date,
  ): Promise<T>
  close(): Promise<void>
}

/** So long a call waits for one of the connections: a burst on a cold server passes by then, and the client still waits. */
const defaultQueueMs = 15_000

/** So long a statement is waited for: longer than PostgreSQL itself lets one run, so only one that answers nothing is given up. */
const answerMs = 20_000

/** Takes a new page of the disk and a place in the log, and leaves nothing behind. */
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
  // A page comes from memory or from a disk without moving parts. At the default of 4 a page of a list reads whole tables beside it.
  'random_page_cost=1.1',
  // How like a word in a text must be to one that was typed: two letters changed places, one missing or wrong.
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
    // Statements that don't wait for each other share a trip to the database. Cursors can't be used on such a connection.
    pipeline: true,
    options: sessionSettings.map((setting) => `-c ${setting}`).join(' '),
  })
  // A connection that breaks reports here, idle or between two statements; without a listener it would end the process.
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
              // They are on their way before the commit follows them.
              if (ending.length > 0) await nextTurn()
              return done
            }),
          )
          await Promise.all(ending)
          return result
        } catch (failure) {
          // When the last statement fails, the commit reports no more than that it became a rollback.
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
