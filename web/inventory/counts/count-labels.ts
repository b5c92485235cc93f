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

/** What a count is of, from the outside in: "Main warehouse · Cold room · Class A". */
export const scopeOf = ({ location, zone, category, abcClass }: CountRow): string =>
  [location?.name, zone?.name, category?.name, abcClass && `Class ${abcClass}`].filter(Boolean).join(' · ')

/** Lines that need no more counting. */
export const doneOf = ({ lines }: Pick<CountRow, 'lines'>): number => lines.total - lines.open - lines.recount

/** Goods without lots stand in a lot that has the product's id. */
export const hasLot = ({ lot, product }: Pick<CountLine, 'lot' | 'product'>): boolean => lot.id !== product.id

/** +3, −2, 0: with the sign that the screen's figures have. */
export const signed = (pieces: number): string =>
  pieces === 0 ? '0' : `${pieces > 0 ? '+' : '−'}${Math.abs(pieces).toLocaleString()}`

export const pieces = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'piece' : 'pieces'}`
export const linesOf = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'line' : 'lines'}`

/** The moves of a count as the rest of a sentence. */
export const transitionsDone: Record<string, string> = {
  plan: 'planned the count',
  start: 'started the count',
  finish: 'finished the counting',
  recount: 'sent lines back for recount',
  approve: 'approved the count and posted the differences',
  cancel: 'cancelled the count',
}
