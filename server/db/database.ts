import { createHash } from 'node:crypto'
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as sent } from 'node:timers/promises'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Span } from '#server/kernel/tracing.ts'
import { asLockOrder, type LockOrder } from '#server/kernel/lock-order.ts'
import { genericPlans } from './kept-plans.ts'
import { type Clock, givenMoment, type MomentNeed, needOfMoment, setMoment, systemClock } from './moment.ts'
import { runTransaction } from './run-transaction.ts'
import type { DB } from './tables.ts'
import { valueParsers } from './value-parsers.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** What one request asked of the database: statements and milliseconds, for the log and Server-Timing. */
export interface QueryTally {
  statements: number
  /** How often it waited for the database: statements that are sent together are waited for once. */
  trips: number
  ms: number
  /** The call or job that asks, where traces are kept. */
  trace?: Span | undefined
}
export const queryTally = new AsyncLocalStorage<QueryTally>()

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

/** Of statements without values those that are worth a name: others, as begin, are not planned. */
const isQuery = /^(select|with)\s/
const maxKnown = 400
const maxTracedText = 2000

interface KnownText {
  /** PostgreSQL parses a statement that has one only once a connection. */
  name: string | undefined
  moment: MomentNeed
}
const known = new Map<string, KnownText>()

/** What a statement is by its text, worked out once: past 400 different ones they stay nameless and are worked out each time. */
function describe(text: string): KnownText {
  let found = known.get(text)
  if (!found) {
    const isPlannedEachTime = text.startsWith('/* plan each time */')
    const hasRoom = known.size < maxKnown
    const name = `w${createHash('sha1').update(text).digest('base64url').slice(0, 20)}`
    found = { name: isPlannedEachTime || !hasRoom ? undefined : name, moment: needOfMoment(text) }
    if (hasRoom && !isPlannedEachTime) known.set(text, found)
  }
  return found
}

/** A connection is made in so many milliseconds, or the database is down. */
const connectMs = 2_000
/** So long a call waits for one of the connections: a burst on a cold server passes by then, and the client still waits. */
const defaultQueueMs = 15_000

/** So long a statement is waited for: longer than PostgreSQL itself lets one run, so only one that answers nothing is given up. */
const answerMs = 20_000

/** A statement that only reads may be told of a moment as long ago as this: that of a statement before it on its connection. */
const nearMs = 100

/** Counts what is asked, names statements, and sees to it that each knows what time it is. */
const countedClient = (clock: Clock, patience: number) =>
  class extends pg.Client {
    #isInTransaction = false
    #unanswered = 0
    /** What the session was told last, in milliseconds; nothing yet. */
    #toldMs = NaN
    /** The transaction has been given another time limit: PostgreSQL alone keeps it. */
    #isPatient = false

    constructor(config?: pg.ClientConfig) {
      // What the pool is told for the wait in its queue is not meant for the way to the database.
      super({ ...config, connectionTimeoutMillis: connectMs })
    }

    /** Travels with the statement before or after it: nothing waits for its answer. */
    #setMoment(moment: Date, scope: 'local' | 'session') {
      super.query(setMoment(moment, scope)).catch(() => {})
    }

    #tellSession(need: MomentNeed) {
      const given = givenMoment.getStore()
      const moment = given ?? clock()
      const isNear = Math.abs(moment.getTime() - this.#toldMs) < nearMs
      if (need === 'none' || (need === 'near' && !given && isNear)) return
      this.#toldMs = moment.getTime()
      this.#setMoment(moment, 'session')
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads
    override query(...args: any[]): any {
      const [text, values] = args
      const tally = queryTally.getStore()
      if (typeof text !== 'string' || args.length > 2) return super.query(...(args as [string]))
      if (text.startsWith('set local statement_timeout')) this.#isPatient = true
      // It waits for nothing and nothing waits for it, like the moment.
      if (text === genericPlans) return super.query(text)
      const limit = this.#isPatient ? undefined : { query_timeout: patience }
      if (text === 'commit' || text === 'rollback') this.#isInTransaction = this.#isPatient = false
      const isAlone = text !== 'begin' && text !== 'commit' && text !== 'rollback' && !this.#isInTransaction
      const about = describe(text)
      if (isAlone) this.#tellSession(about.moment)
      const name = values && (values.length > 0 || isQuery.test(text)) ? about.name : undefined
      const running = super.query(name ? { name, text, values, ...limit } : { text, values, ...limit })
      // Nothing may follow a transaction's beginning that has failed: it would stand for itself.
      if (text === 'begin') {
        running.catch(() => this.end())
        this.#isInTransaction = true
        this.#setMoment(givenMoment.getStore() ?? clock(), 'local')
      }
      if (!tally) return running
      const started = performance.now()
      tally.statements += 1
      if (this.#unanswered === 0) tally.trips += 1
      this.#unanswered += 1
      // Placeholders stand for the values: none of them leaves.
      const words = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, maxTracedText) }
      const span = tally.trace?.child(/\w+/.exec(text)?.[0].toLowerCase() ?? 'statement', words)
      if (span) {
        running.then(
          () => span.end(),
          (error: { code?: string }) => span.end({}, error.code ?? 'lost'),
        )
      }
      return running.finally(() => {
        this.#unanswered -= 1
        tally.ms += performance.now() - started
      })
    }
  }

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
              if (ending.length > 0) await sent()
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
