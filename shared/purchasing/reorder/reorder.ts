import { demandOfDays } from '#shared/reports/forecast/forecast.ts'

/** What a suggestion is made of; pieces and days. */
export interface ReorderFacts {
  /** On hand and not promised. */
  available: number
  /** Missing for orders that wait for stock. */
  waiting: number
  /** Ordered and still to come, drafts among it. */
  onOrder: number
  /** Sold in the days looked back on. */
  consumed: number
  leadTimeDays: number
  /** At or below this the item is low: its own reorder point or the company's threshold. */
  lowAt: number
  moq: number | null
  pcsPerCase: number
}

/** Consumption is looked back on so many days. */
export const lookBackDays = 90

export interface Suggestion {
  /** What there will be: available, less what is waited for, with what is on order. */
  position: number
  /** What is used until the next delivery after this one. */
  needed: number
  /** What the position should reach. */
  target: number
  /** Low, or will be before goods ordered today could come; otherwise there is nothing to suggest. */
  isShort: boolean
  /** Missing for the target; 0 where nothing is. */
  missing: number
  /** The same rounded up to the minimum order and to whole cases. */
  quantity: number
}

/**
 * How much to order: enough for the lead time and the days of cover, or to stand above the level at which the item counts as
 * low, whichever is more; at least the supplier's minimum, in whole cases.
 */
export const suggest = (facts: ReorderFacts, coverDays: number): Suggestion =>
  suggestFor(facts, Math.ceil((facts.consumed * (facts.leadTimeDays + coverDays)) / lookBackDays))

/** So many of a hundred orders should find the goods there; the safety stock follows from it. */
export const serviceLevelPercent = 95
/** Its place in the normal distribution. */
const serviceFactor = 1.645
const monthDays = 28

export interface ForecastSuggestion extends Suggestion {
  /** Forecast for the lead time and the days of cover. */
  demand: number
  /** For what forecasts of the lead time are off by. */
  safetyStock: number
}

/** Rounded up, but for what floating point adds; never -0. */
const wholePieces = (quantity: number) => Math.max(0, Math.ceil(quantity - 1e-9))

/** The same from the demand forecast and a safety stock instead of past consumption. `monthError`: root mean square of a month. */
export function suggestByForecast(
  facts: ReorderFacts,
  coverDays: number,
  forecast: { weeks: readonly number[]; monthError: number },
): ForecastSuggestion {
  const demand = wholePieces(demandOfDays(forecast.weeks, facts.leadTimeDays + coverDays))
  const safetyStock = wholePieces(serviceFactor * forecast.monthError * Math.sqrt(facts.leadTimeDays / monthDays))
  return { ...suggestFor(facts, demand + safetyStock), demand, safetyStock }
}

function suggestFor(facts: ReorderFacts, needed: number): Suggestion {
  const { available, waiting, onOrder, lowAt, moq, pcsPerCase } = facts
  const position = available - waiting + onOrder
  const target = Math.max(needed, lowAt + 1)
  const missing = Math.max(0, target - position)
  const isShort = missing > 0
  const least = isShort ? Math.max(missing, moq ?? 1) : 0
  return { position, needed, target, isShort, missing, quantity: Math.ceil(least / pcsPerCase) * pcsPerCase }
}

/** Why an item is named, the most pressing reason first. */
export const reorderNeeds = ['waiting', 'out', 'low', 'soon'] as const
export type ReorderNeed = (typeof reorderNeeds)[number]
export const reorderNeedNames: Record<ReorderNeed, string> = {
  waiting: 'Backordered',
  out: 'Out of stock',
  low: 'Low',
  soon: 'Will be low',
}

export function reorderNeedOf({ available, waiting, lowAt }: ReorderFacts): ReorderNeed {
  if (waiting > 0) return 'waiting'
  if (available <= 0) return 'out'
  return available <= lowAt ? 'low' : 'soon'
}
