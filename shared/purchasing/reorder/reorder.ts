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
export const lookbackDays = 90

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
  suggestFor(facts, Math.ceil((facts.consumed * (facts.leadTimeDays + coverDays)) / lookbackDays))

const monthDays = 28

/** Where a service level (50 to 99 %) lies in the normal distribution, in standard deviations: 1.645 for 95 %. */
export function serviceFactor(serviceLevelPercent: number): number {
  // Halving by the integral of the bell curve: no table, and as exact as its steps.
  let [low, high] = [0, 4]
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2
    if (shareBelow(middle) * 100 < serviceLevelPercent) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The part of a normal distribution below so many standard deviations, by Simpson's rule. */
function shareBelow(deviations: number): number {
  const steps = 64
  const bell = (x: number) => Math.exp((-x * x) / 2)
  let sum = bell(0) + bell(deviations)
  for (let step = 1; step < steps; step += 1) sum += bell((deviations * step) / steps) * (step % 2 === 1 ? 4 : 2)
  return 0.5 + (sum * deviations) / (3 * steps) / Math.sqrt(2 * Math.PI)
}

export interface ForecastSuggestion extends Suggestion {
  /** Forecast for the lead time and the days of cover. */
  demand: number
  /** For what forecasts of the lead time are off by. */
  safetyStock: number
  /** Demand of the lead time with the safety stock: what an item's own reorder point could be. */
  reorderPoint: number
}

/** Rounded up, but for what floating point adds; never -0. */
const wholePieces = (quantity: number) => Math.max(0, Math.ceil(quantity - 1e-9))

/** The same from the demand forecast and a safety stock instead of past consumption. `monthError`: root mean square of a month. */
export function suggestByForecast(
  facts: ReorderFacts,
  { coverDays, serviceLevelPercent }: { coverDays: number; serviceLevelPercent: number },
  forecast: { weeks: readonly number[]; monthError: number },
): ForecastSuggestion {
  const demand = wholePieces(demandOfDays(forecast.weeks, facts.leadTimeDays + coverDays))
  const factor = serviceFactor(serviceLevelPercent)
  const safetyStock = wholePieces(factor * forecast.monthError * Math.sqrt(facts.leadTimeDays / monthDays))
  const reorderPoint = wholePieces(demandOfDays(forecast.weeks, facts.leadTimeDays)) + safetyStock
  return { ...suggestFor(facts, demand + safetyStock), demand, safetyStock, reorderPoint }
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
