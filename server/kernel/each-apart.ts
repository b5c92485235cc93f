import { refusalOf } from '#server/db/database-refusals.ts'

/**
 * Acts on one record after the other, each in a transaction of its own: what goes wrong with one of them stops none of the others, and is
 * thrown in the end.
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
