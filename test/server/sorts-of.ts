import { z } from 'zod'

/** The sort orders of a list, from its contract. */
export function sortsOf(query: z.ZodObject): readonly string[] {
  const { sort } = query.shape as Record<string, z.ZodType>
  const inner = sort instanceof z.ZodDefault ? sort.unwrap() : sort
  return inner instanceof z.ZodEnum ? inner.options.map(String) : []
}
