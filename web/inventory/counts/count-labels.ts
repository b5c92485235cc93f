import { type CountStatus, countStatusNames } from '#shared/inventory/counts/count-transitions.ts'
import type { CountLine, CountRow } from '#shared/inventory/counts/count.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const countTones: Record<CountStatus, Tone> = {
  PLANNED: 'neutral',
  COUNTING: 'info',
  REVIEW: 'warn',
  APPLIED: 'good',
  CANCELLED: 'neutral',
}

export const statusOptions = Object.entries(countStatusNames).map(([value, label]) => ({ value, label }))

/** The scope of a count, from location to ABC class: "Main warehouse · Cold room · Class A". */
export const scopeOf = ({ location, zone, category, abcClass }: CountRow): string =>
  [location?.name, zone?.name, category?.name, abcClass && `Class ${abcClass}`].filter(Boolean).join(' · ')

/** The number of lines that need no more counting. */
export const doneOf = ({ lines }: Pick<CountRow, 'lines'>): number => lines.total - lines.open - lines.recount

/** Products without lot tracking have a lot whose id is the product's. */
export const hasLot = ({ lot, product }: Pick<CountLine, 'lot' | 'product'>): boolean => lot.id !== product.id

/** +3, −2, 0: with a typographic minus sign. */
export const signed = (pieces: number): string =>
  pieces === 0 ? '0' : `${pieces > 0 ? '+' : '−'}${Math.abs(pieces).toLocaleString()}`

export const pieces = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'piece' : 'pieces'}`
export const linesOf = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'line' : 'lines'}`

/** The transitions of a count, as the predicate of a sentence. */
export const transitionsDone: Record<string, string> = {
  plan: 'planned the count',
  start: 'started the count',
  finish: 'finished the counting',
  recount: 'sent lines back for recount',
  approve: 'approved the count and posted the differences',
  cancel: 'cancelled the count',
}
