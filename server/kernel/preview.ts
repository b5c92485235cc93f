import { sql } from 'kysely'
import { businessDate } from '#shared/dates.ts'
import type { CommandDeps } from './command.ts'
import { SentStatements } from './sent-statements.ts'
import type { Caller, Work } from './work.ts'

/** A previewed mail is rolled back, so its file need not be made. */
const makeUnlocked = async () => Buffer.alloc(0)

/** Thrown to roll the transaction back; carries the result out of it. */
class TakenBack extends Error {
  readonly seen: unknown
  constructor(seen: unknown) {
    super('A preview is never committed.')
    this.seen = seen
  }
}

/**
 * Dry run of a command: runs `act`, which also reads the effects, and rolls everything back – rows, numbers, mails, events and
 * audit. Throws what `act` throws. It holds the command's locks until the rollback, so its lock timeout is one second.
 */
export async function preview<T>(deps: CommandDeps, caller: Caller, act: (work: Work) => Promise<T>): Promise<T> {
  const now = deps.clock()
  try {
    return await deps.database.transaction(async (tx, locks): Promise<never> => {
      await sql`set local lock_timeout = 1000`.execute(tx)
      const today = businessDate(now, deps.timeZone())
      const sent = new SentStatements()
      const { send } = sent
      const work = { tx, locks, caller, now, today, send, announce: () => {}, audit: () => {}, makeUnlocked }
      throw new TakenBack(await sent.around(() => act(work)))
    }, now)
  } catch (error) {
    if (error instanceof TakenBack) return error.seen as T
    throw error
  }
}
