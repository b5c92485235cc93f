/** Words of a search; more than these nobody types, and each costs a look into the index. */
const maxWords = 8

export const searchWords = (typed: string): string[] => typed.split(/\s+/).filter(Boolean).slice(0, maxWords)

/** A code without hyphens and blanks, as plain_codes() of the database makes it. */
export const plainCode = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]+/g, '')

/**
 * Did a search find nothing that has its words, and so what is spelled like them? `found`: the searched texts of what was found.
 * Of codes only hyphens are forgiven: that is no other spelling.
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
 * How well a text has the typed words: 0 each as a whole word or part of a code, 1 each where a word begins, 2 somewhere. Pickers
 * offer the best first, as Enter takes it: "nitrile m" means size M, not the m of "examination".
 */
export function wordRank(typed: string, text: string): 0 | 1 | 2 {
  const parts = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const words = searchWords(typed.toLowerCase()).flatMap((word) => word.split(/[^\p{L}\p{N}]+/u).filter(Boolean))
  if (words.every((word) => parts.includes(word))) return 0
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2
}
