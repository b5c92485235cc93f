import { demandOfDays } from '#shared/reports/forecast/forecast.ts'

/** The input of a suggestion; pieces and days. */
export interface ReorderFacts {
  /** On hand and not reserved. */
  available: number
  /** Missing for backordered orders. */
  waiting: number
  /** Ordered and not received, including drafts. */
  onOrder: number
  /** Sold, put into kits or made into products in the lookback period. */
  consumed: number
  leadTimeDays: number
  /** The item is low at or below this: its own reorder point or the company's threshold. */
  lowAt: number
  moq: number | null
  pcsPerCase: number
}

/** Days of past consumption. */
export const lookbackDays = 90

export interface Suggestion {
  /** The stock position: available, less backordered, plus on order. */
  position: number
  /** Used until the delivery that follows this order's. */
  needed: number
  /** What the position should reach. */
  target: number
  /** Low, or will be before goods ordered today arrive; otherwise nothing is suggested. */
  isShort: boolean
  /** Missing for the target; 0 if nothing is. */
  missing: number
  /** The missing quantity, rounded up to the MOQ and to whole cases. */
  quantity: number
}

/**
 * The quantity to order: enough for the lead time and the days of cover, or to be above the level at which the item is low,
 * whichever is more; at least the MOQ, in whole cases.
 */
export const suggest = (facts: ReorderFacts, coverDays: number): Suggestion =>
  suggestFor(facts, Math.ceil((facts.consumed * (facts.leadTimeDays + coverDays)) / lookbackDays))

const monthDays = 28

/** The quantile of a service level (50 to 99 %) in the normal distribution, in standard deviations: 1.645 for 95 %. */
export function serviceFactor(serviceLevelPercent: number): number {
  // Bisection on the cumulative distribution: no table needed, and as exact as its steps.
  let [low, high] = [0, 4]
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2
    if (shareBelow(middle) * 100 < serviceLevelPercent) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The cumulative normal distribution, by Simpson's rule. */
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
  /** Covers the forecast error during the lead time. */
  safetyStock: number
  /** The demand during the lead time plus the safety stock: a possible reorder point. */
  reorderPoint: number
}

/** Rounded up, ignoring floating-point errors; never -0. */
const wholePieces = (quantity: number) => Math.max(0, Math.ceil(quantity - 1e-9))

/** The same from the demand forecast and a safety stock instead of past consumption. `monthError`: root mean square error of a month. */
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

/** The reason of a suggestion, the most urgent first. */
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
