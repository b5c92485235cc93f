import { z } from 'zod'
import { Id } from '#shared/fields.ts'

/** So many codes fit into an address, however long they are. */
export const maxCodesPerQuery = 100

const severalOf = (Code: z.ZodString | typeof Id) =>
  z
    .union([Code, z.array(Code).max(maxCodesPerQuery, `may have at most ${maxCodesPerQuery} codes`)])
    .transform((codes) => [codes].flat())

/** Many codes in one query, `?skus=A&skus=B`: those of a pasted table or a saved document. */
export const Codes = severalOf(z.string().trim().min(1).max(60))

/** The same of ids. */
export const Ids = severalOf(Id)

/** Asks for many codes in as few calls as addresses have room for. */
export async function findByCodes<T>(codes: readonly string[], find: (codes: string[]) => Promise<readonly T[]>) {
  const unique = [...new Set(codes)]
  const parts: string[][] = []
  for (let at = 0; at < unique.length; at += maxCodesPerQuery) parts.push(unique.slice(at, at + maxCodesPerQuery))
  return (await Promise.all(parts.map(find))).flat()
}
