import { sql } from 'kysely'
import { businessDate } from '#shared/dates.ts'
import type { CommandDeps } from './command.ts'
import { SentStatements } from './sent-statements.ts'
import type { Caller, Work } from './work.ts'

/** Nobody gets the file of a mail that is taken back. */
const makeUnlocked = async () => Buffer.alloc(0)

/** Carries what was seen out of the transaction that it undoes. */
class TakenBack extends Error {
  readonly seen: unknown
  constructor(seen: unknown) {
    super('A preview is never committed.')
    this.seen = seen
  }
}

/**
 * Runs an action and rolls it back: `act` reads what it has done before nothing of it is left – no row, no number, no mail, no
 * announcement and no audit. It throws what the action throws. The locks of the action are held until then, so it waits for
 * others no longer than a second.
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
