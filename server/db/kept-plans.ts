import { sql, type Transaction } from 'kysely'
import type { DB } from './tables.ts'

/** The connection sends it without waiting, and does not count it: nothing depends on its answer. */
export const genericPlans = 'set local plan_cache_mode = force_generic_plan'

/**
 * From here to its end the transaction runs each statement by a plan made once for any values, instead of planning those
 * anew whose values promise a better one. For acts whose statements go by keys, at most some hundred of them: such a plan
 * can't use an index whose condition is a value, and takes any list of values for ten.
 */
export function keepPlans(tx: Transaction<DB>): void {
  sql
    .raw(genericPlans)
    .execute(tx)
    .catch(() => {})
}
