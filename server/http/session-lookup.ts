import { type QueryTally, queryTally } from '#server/db/counted-client.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'
import { callersOf } from './session.ts'

interface SessionRequest {
  token: string
  /** The request's statement tally; a batch is counted for the first request in it. */
  tally: QueryTally | undefined
  done: (caller: Caller | null) => void
  failed: (error: unknown) => void
}

/** After this many milliseconds, new requests don't wait for the running statement but start another. */
const patience = 20

/**
 * Looks up sessions in batches: requests that arrive while a statement runs wait for the next statement, which looks up all of
 * them. No result is older than its request, so a session that has just ended, in whichever process, is refused at once.
 */
export function sessionLookup(db: Db): (token: string) => Promise<Caller | null> {
  let waiting: SessionRequest[] = []
  let running = 0
  let since = 0

  async function findCallers(all: readonly SessionRequest[]): Promise<void> {
    running += 1
    since = performance.now()
    try {
      const callers = await callersOf(
        db,
        all.map(({ token }) => token),
      )
      for (const { token, done } of all) done(callers.get(token) ?? null)
    } catch (error) {
      for (const { failed } of all) failed(error)
    } finally {
      running -= 1
      if (waiting.length > 0) findWaiting()
    }
  }

  function findWaiting(): void {
    const all = waiting
    waiting = []
    const tally = all[0]?.tally
    if (tally) queryTally.run(tally, () => void findCallers(all))
    else void findCallers(all)
  }

  return (token) =>
    new Promise((done, failed) => {
      waiting.push({ token, tally: queryTally.getStore(), done, failed })
      if (running === 0 || performance.now() - since > patience) findWaiting()
    })
}
