/** PostgreSQL's error for every statement after the failed one: the transaction is aborted. */
const isAborted = (error: unknown) => (error as { code?: string } | null)?.code === '25P02'

/** Pipelined statements of one command: sent without being awaited. PostgreSQL runs them in the order in which they were sent. */
export class SentStatements {
  readonly #all: Promise<unknown>[] = []

  readonly send = (statement: Promise<unknown>): void => {
    // Prevents an unhandled rejection; `around` reports the error.
    statement.catch(() => {})
    this.#all.push(statement)
  }

  /** Runs `act`, awaits all statements that it has sent, and returns its result. Throws the first error. */
  async around<T>(act: () => Promise<T>): Promise<T> {
    try {
      const result = await act()
      await Promise.all(this.#all)
      return result
    } catch (error) {
      const ends = await Promise.allSettled(this.#all)
      const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
      throw failures.find((failure) => !isAborted(failure)) ?? error
    }
  }
}
