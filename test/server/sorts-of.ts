import { z } from 'zod'

/** The orders that a list can be read in, by its contract. */
export function sortsOf(query: z.ZodObject): readonly string[] {
  const { sort } = query.shape as Record<string, z.ZodType>
  const inner = sort instanceof z.ZodDefault ? sort.unwrap() : sort
  return inner instanceof z.ZodEnum ? inner.options.map(String) : []
}
