import { refusalOf } from '#server/db/database-refusals.ts'

/**
 * Runs `act` for each record in turn, which opens its own transaction: an error with one record doesn't stop the others, and is
 * thrown at the end. Only DATABASE_DOWN stops at once.
 */
export async function eachApart(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = []
  for (const id of ids) {
    try {
      await act(id)
    } catch (error) {
      if (refusalOf(error)?.code === 'DATABASE_DOWN') throw error
      errors.push(error)
    }
  }
  if (errors.length > 1)
    throw new AggregateError(errors, `${errors.length} of ${ids.length} failed; the first: ${String(errors[0])}`)
  if (errors.length === 1) throw errors[0]
}
