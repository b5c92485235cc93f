/** What an aborted transaction answers to every statement after the one that failed. */
const isAborted = (error: unknown) => (error as { code?: string } | null)?.code === '25P02'

/** Statements of one act that were sent and not waited for. PostgreSQL runs them in the order in which they were sent. */
export class SentStatements {
  readonly #all: Promise<unknown>[] = []

  readonly send = (statement: Promise<unknown>): void => {
    // Whoever waits for all of them hears of it.
    statement.catch(() => {})
    this.#all.push(statement)
  }

  /** What `act` answers, once everything that was sent is answered too. Throws what failed first. */
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
