import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Span } from '#server/kernel/tracing.ts'
import { type Clock, givenMoment, type MomentNeed, setMoment } from './moment.ts'
import { deallocation, describeStatement, isQuery, maxPrepared } from './statement-names.ts'

/** The database use of one request, for the log and Server-Timing: number of statements and milliseconds. */
export interface QueryTally {
  statements: number
  /** Round trips: statements that are pipelined count as one. */
  trips: number
  ms: number
  /** The span of the request or job, if tracing is on. */
  trace?: Span | undefined
}
export const queryTally = new AsyncLocalStorage<QueryTally>()

const maxTracedText = 2000

/** Connection timeout in milliseconds; after that the database counts as down. */
export const connectMs = 2_000
/** A statement that only reads may use the time set by an earlier statement on its connection, if it is at most this old. */
const nearMs = 100

/**
 * A pg client that counts statements, names them, so that PostgreSQL prepares them, and sets the session's time (moment.ts).
 * `patience` is the query timeout in milliseconds.
 */
export const countedClient = (clock: Clock, patience: number) =>
  class extends pg.Client {
    #isInTransaction = false
    #unanswered = 0
    /** The time that was last set in the session, in milliseconds; NaN if none. */
    #toldMs = NaN
    /** The transaction has set its own statement_timeout, so the client's query timeout does not apply. */
    #isPatient = false
    /** The socket is corked until the end of this turn of the event loop. */
    #isSending = false
    /** The names of the session's prepared statements, least recently used first. */
    readonly #prepared = new Set<string>()

    constructor(config?: pg.ClientConfig) {
      // The pool's connectionTimeoutMillis is for waiting in its queue; opening a connection has a timeout of its own.
      super({ ...config, connectionTimeoutMillis: connectMs })
    }

    /** Corks the socket, so that all statements of this turn are sent in one write, which wakes PostgreSQL once. */
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
      // Pipelined with the statement after it, so it is not awaited.
      super.query(setMoment(moment, 'session')).catch(() => {})
    }

    /**
     * Deallocates the least recently used prepared statements beyond the maximum. Not called within a transaction, as an aborted
     * one would refuse it: until its end the session may have more of them.
     */
    #deallocate() {
      for (const name of this.#prepared) {
        if (this.#prepared.size <= maxPrepared) return
        this.#prepared.delete(name)
        // If deallocation fails, the session may still have it and would refuse to prepare it again, so end the connection.
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
      // If BEGIN fails, end the connection: the statements after it would each be committed on their own.
      if (text === 'begin') {
        running.catch(() => this.end())
        this.#isInTransaction = true
      }
      if (!tally) return running
      const started = performance.now()
      tally.statements += 1
      if (this.#unanswered === 0) tally.trips += 1
      this.#unanswered += 1
      // The text has placeholders, so traces never contain values.
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
