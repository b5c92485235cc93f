import { z } from 'zod'
import { Id } from '#shared/fields.ts'

/** How many codes fit into a URL, however long they are. */
export const maxCodesPerQuery = 100

const severalOf = (Code: z.ZodString | typeof Id) =>
  z
    .union([Code, z.array(Code).max(maxCodesPerQuery, `may have at most ${maxCodesPerQuery} codes`)])
    .transform((codes) => [codes].flat())

/** Several codes in a query, `?skus=A&skus=B`: from a pasted table or a saved document. */
export const Codes = severalOf(z.string().trim().min(1).max(60))

/** The same of ids. */
export const Ids = severalOf(Id)

/** Finds many codes with as few requests as the length of URLs allows. */
export async function findByCodes<T>(codes: readonly string[], find: (codes: string[]) => Promise<readonly T[]>) {
  const unique = [...new Set(codes)]
  const parts: string[][] = []
  for (let at = 0; at < unique.length; at += maxCodesPerQuery) parts.push(unique.slice(at, at + maxCodesPerQuery))
  return (await Promise.all(parts.map(find))).flat()
}
