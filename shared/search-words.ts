/** The words of a search; words past `maxWords` are ignored, as each costs an index lookup. */
const maxWords = 8

export const searchWords = (typed: string): string[] => typed.split(/\s+/).filter(Boolean).slice(0, maxWords)

/** A code without hyphens and spaces, like plain_codes() in the database. */
export const plainCode = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]+/g, '')

/**
 * True if a search found no exact match, only texts with a similar spelling. `found`: the searched texts of the results. In
 * codes, other hyphens, spaces and punctuation don't count as another spelling.
 */
export function isOnlySimilar(typed: string, found: readonly string[]): boolean {
  const words = searchWords(typed).map((word) => word.toLowerCase())
  const has = (text: string) =>
    words.every(
      (word) => text.toLowerCase().includes(word) || (/\d/.test(word) && plainCode(text).includes(plainCode(word))),
    )
  return words.length > 0 && found.length > 0 && !found.some(has)
}

/**
 * The rank of a text for the typed words, lower is better: 0 if each is a whole word or a part of a code, 1 if each is the
 * beginning of one, else 2. Pickers list the best first, as Enter selects it: "nitrile m" means size M, not the m of
 * "examination".
 */
export function wordRank(typed: string, text: string): 0 | 1 | 2 {
  const parts = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const words = searchWords(typed.toLowerCase()).flatMap((word) => word.split(/[^\p{L}\p{N}]+/u).filter(Boolean))
  if (words.every((word) => parts.includes(word))) return 0
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2
}
