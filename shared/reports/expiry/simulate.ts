/** Available goods of one lot. */
export interface SimulatedLot {
  id: string
  /** Days from today on which it can be sold, including today. */
  days: number
  quantity: number
}

export interface SimulatedDemand {
  /** Forecast by week; the first may be only the rest of the week. */
  weeks: readonly number[]
  /** Days left in the first week. */
  firstDays: number
  /** Demand of past weeks, for its variation. */
  history: readonly number[]
}

export interface LotOutcome {
  id: string
  /** The probability that at least one piece is left when it expires. */
  chance: number
  /** Pieces left on average. */
  units: number
}

const simulatedPaths = 400
const seed = 20_260
/** The variation of demand is taken from this many weeks. */
const sampleWeeks = 52

/** A seeded random generator, the same in every run and on every machine (mulberry32). */
function chances(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Past weeks as multiples of their mean: random draws of them vary like the demand. */
function unevenness(history: readonly number[]): number[] {
  const past = history.slice(-sampleWeeks).map((quantity) => Math.max(0, quantity))
  const mean = past.reduce((sum, quantity) => sum + quantity, 0) / Math.max(1, past.length)
  return mean > 0 ? past.map((quantity) => quantity / mean) : [1]
}

/** The cumulative demand up to each of some days, in one random future. */
function demandUntil(weeks: readonly number[], firstDays: number, factors: readonly number[], days: number): number {
  let [left, total] = [days, 0]
  const mean = weeks.reduce((sum, quantity) => sum + quantity, 0) / Math.max(1, weeks.length)
  for (let week = 0; left > 0; week += 1) {
    const length = week === 0 ? firstDays : 7
    const part = Math.min(1, left / length)
    total += part * (weeks[week] ?? mean) * (factors[week] ?? 1)
    left -= length
  }
  return total
}

/**
 * Simulates the lots of one item when orders take them first expired, first out (Monte Carlo): in many random futures, each
 * made of the forecast and the variation of past weeks, the remainder of each lot on its last day. `times`: a multiplier of the
 * demand.
 */
export function simulateLots(lots: readonly SimulatedLot[], demand: SimulatedDemand, times = 1): LotOutcome[] {
  const ordered = lots.toSorted((a, b) => a.days - b.days || (a.id < b.id ? -1 : 1))
  const sample = unevenness(demand.history)
  const longest = Math.max(0, ...ordered.map(({ days }) => days))
  const weeks = Math.ceil(longest / 7) + 1
  const chance = chances(seed)
  const outcomes = ordered.map(({ id }) => ({ id, chance: 0, units: 0 }))
  for (let path = 0; path < simulatedPaths; path += 1) {
    const factors = Array.from({ length: weeks }, () => times * (sample[Math.floor(chance() * sample.length)] ?? 1))
    let served = 0
    for (const [at, { days, quantity }] of ordered.entries()) {
      const demanded = days > 0 ? demandUntil(demand.weeks, demand.firstDays, factors, days) : 0
      const sold = Math.min(quantity, Math.max(0, demanded - served))
      const rest = quantity - sold
      served = rest > 0 ? Math.max(served, demanded) : served + sold
      const outcome = outcomes[at]
      if (!outcome || rest < 0.5) continue
      outcome.chance += 1
      outcome.units += rest
    }
  }
  return outcomes.map(({ id, chance: often, units }) => ({
    id,
    chance: often / simulatedPaths,
    units: units / simulatedPaths,
  }))
}
