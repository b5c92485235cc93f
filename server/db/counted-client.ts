import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Span } from '#server/kernel/tracing.ts'
import { type Clock, givenMoment, type MomentNeed, setMoment } from './moment.ts'
import { deallocation, describeStatement, isQuery, maxPrepared } from './statement-names.ts'

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

const maxTracedText = 2000

/** A connection is made in so many milliseconds, or the database is down. */
export const connectMs = 2_000
/** A statement that only reads may be told of a moment as long ago as this: that of a statement before it on its connection. */
const nearMs = 100

/** Counts what is asked, names statements, and sees to it that each knows what time it is. */
export const countedClient = (clock: Clock, patience: number) =>
  class extends pg.Client {
    #isInTransaction = false
    #unanswered = 0
    /** What the session was told last, in milliseconds; nothing yet. */
    #toldMs = NaN
    /** The transaction has been given another time limit: PostgreSQL alone keeps it. */
    #isPatient = false
    /** What is sent waits for the rest of this turn. */
    #isSending = false
    /** The names of the statements that the session has prepared, the one that was used longest ago first. */
    readonly #prepared = new Set<string>()

    constructor(config?: pg.ClientConfig) {
      // What the pool is told for the wait in its queue is not meant for the way to the database.
      super({ ...config, connectionTimeoutMillis: connectMs })
    }

    /** What is sent until the program waits leaves in one write, which wakes PostgreSQL once. */
    #sendTogether() {
      if (this.#isSending) return
      this.#isSending = true
      const { stream } = this.connection
      stream.cork()
      process.nextTick(() => {
        this.#isSending = false
        stream.uncork()
      })
    }

    #tellSession(need: MomentNeed) {
      const given = givenMoment.getStore()
      const moment = given ?? clock()
      const isNear = Math.abs(moment.getTime() - this.#toldMs) < nearMs
      if (need === 'none' || (need === 'near' && !given && isNear)) return
      this.#toldMs = moment.getTime()
      // Travels with the statement after it: nothing waits for its answer.
      super.query(setMoment(moment, 'session')).catch(() => {})
    }

    /** Within a transaction that has failed nothing can be deallocated: the session keeps more until it ends. */
    #deallocate() {
      for (const name of this.#prepared) {
        if (this.#prepared.size <= maxPrepared) return
        this.#prepared.delete(name)
        // A session that may still have it would refuse to prepare it again.
        super.query(deallocation(name, () => this.end()))
      }
    }

    #use(name: string) {
      this.#prepared.delete(name)
      this.#prepared.add(name)
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads
    override query(...args: any[]): any {
      const [text, values] = args
      const tally = queryTally.getStore()
      this.#sendTogether()
      if (typeof text !== 'string' || args.length > 2) return super.query(...(args as [string]))
      if (text.startsWith('set local statement_timeout')) this.#isPatient = true
      const limit = this.#isPatient ? undefined : { query_timeout: patience }
      if (text === 'commit' || text === 'rollback') this.#isInTransaction = this.#isPatient = false
      const isAlone = text !== 'begin' && text !== 'commit' && text !== 'rollback' && !this.#isInTransaction
      const about = describeStatement(text)
      if (isAlone || text === 'begin') this.#deallocate()
      if (isAlone) this.#tellSession(about.moment)
      const name = values && (values.length > 0 || isQuery.test(text)) ? about.name : undefined
      if (name) this.#use(name)
      const sent = text === 'begin' ? `begin; ${setMoment(givenMoment.getStore() ?? clock(), 'local')}` : text
      const running = super.query(name ? { name, text, values, ...limit } : { text: sent, values, ...limit })
      // Nothing may follow a transaction's beginning that has failed: it would stand for itself.
      if (text === 'begin') {
        running.catch(() => this.end())
        this.#isInTransaction = true
      }
      if (!tally) return running
      const started = performance.now()
      tally.statements += 1
      if (this.#unanswered === 0) tally.trips += 1
      this.#unanswered += 1
      // Placeholders stand for the values: none of them leaves.
      const span = tally.trace?.child(/\w+/.exec(text)?.[0].toLowerCase() ?? 'statement', {
        'db.system.name': 'postgresql',
        'db.query.text': text.slice(0, maxTracedText),
      })
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
