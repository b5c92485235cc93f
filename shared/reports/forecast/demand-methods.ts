/** Weekly demand, oldest first → forecast of the following weeks. Pure functions that accept every history that isn't empty. */
type Method = (history: readonly number[], weeks: number) => number[]

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => (values.length === 0 ? 0 : sum(values) / values.length)
const flat = (level: number, weeks: number) => Array.from({ length: weeks }, () => Math.max(0, level))

const meanOfLast =
  (count: number): Method =>
  (history, weeks) =>
    flat(mean(history.slice(-count)), weeks)

/** The demand of the same weeks of last year; the mean of the last 52 weeks if there is no last year. */
const lastYear: Method = (history, weeks) => {
  const level = mean(history.slice(-52))
  return Array.from({ length: weeks }, (_none, at) => history[history.length - 52 + (at % 52)] ?? level)
}

const smoothedLevel = (history: readonly number[], alpha: number) => {
  const first = history.slice(0, 8)
  return history.reduce((level, value) => level + alpha * (value - level), mean(first))
}

const exponentialSmoothing =
  (alpha: number): Method =>
  (history, weeks) =>
    flat(smoothedLevel(history, alpha), weeks)

/** Holt's linear trend, damped, so that it stays bounded. */
const dampedTrend: Method = (history, weeks) => {
  const [alpha, beta, phi] = [0.2, 0.1, 0.9]
  let level = mean(history.slice(0, 8))
  let trend = 0
  for (const value of history) {
    const before = level
    level = alpha * value + (1 - alpha) * (level + phi * trend)
    trend = beta * (level - before) + (1 - beta) * phi * trend
  }
  let damp = 0
  return Array.from({ length: weeks }, (_none, at) => {
    damp += phi ** (at + 1)
    return Math.max(0, level + damp * trend)
  })
}

const seasons = 13
const seasonWeeks = 4

/**
 * Seasonal indexes of four-week periods, shrunk half way to 1 if there are few years. Counted from the end of the history, so
 * no calendar is needed.
 */
function seasonIndexes(history: readonly number[]): number[] {
  const years = Math.floor(history.length / 52)
  const used = history.slice(history.length - years * 52)
  const level = mean(used)
  const trust = years / (years + 1)
  return Array.from({ length: seasons }, (_none, season) => {
    const weeks = used.filter((_value, at) => Math.floor((at % 52) / seasonWeeks) === season)
    return level > 0 ? 1 + trust * (mean(weeks) / level - 1) : 1
  })
}

/** Exponential smoothing of the deseasonalised demand, with the season added again; needs two years. */
const seasonalSmoothing: Method = (history, weeks) => {
  const years = Math.floor(history.length / 52)
  const used = history.slice(history.length - years * 52)
  const indexes = seasonIndexes(history)
  const indexOf = (at: number) => Math.max(0.1, indexes[Math.floor((at % 52) / seasonWeeks)] ?? 1)
  const level = smoothedLevel(
    used.map((value, at) => value / indexOf(at)),
    0.1,
  )
  return Array.from({ length: weeks }, (_none, at) => Math.max(0, level * indexOf(at)))
}

/** Croston's method: size and interval of demands smoothed separately; the factor 1 − α/2 removes its bias (Syntetos and Boylan). */
const syntetosBoylan =
  (alpha: number): Method =>
  (history, weeks) => {
    const demands = history.filter((value) => value > 0)
    let size = mean(demands.slice(0, 3))
    let interval = demands.length > 0 ? history.length / demands.length : 1
    let since = 0
    for (const value of history) {
      since += 1
      if (value <= 0) continue
      size += alpha * (value - size)
      interval += alpha * (since - interval)
      since = 0
    }
    return flat((1 - alpha / 2) * (size / Math.max(1, interval)), weeks)
  }

/** Probability and size of demands, smoothed each week (Teunter, Syntetos and Babai): decreases when demand ends. */
const chanceAndSize: Method = (history, weeks) => {
  const demands = history.filter((value) => value > 0)
  let size = mean(demands.slice(0, 3))
  let chance = history.length > 0 ? demands.length / history.length : 0
  for (const value of history) {
    chance += 0.05 * ((value > 0 ? 1 : 0) - chance)
    if (value > 0) size += 0.1 * (value - size)
  }
  return flat(chance * size, weeks)
}

interface ForecastMethod {
  label: string
  /** The minimum weeks of history. */
  needs: number
  /** For demand in most weeks, in few weeks, or both. */
  for: 'regular' | 'intermittent' | 'any'
  run: Method
}

/** In the order of preference for equal scores. */
export const forecastMethods = {
  mean: { label: 'Average of half a year', needs: 1, for: 'any', run: meanOfLast(26) },
  meanOfYear: { label: 'Average of a year', needs: 27, for: 'any', run: meanOfLast(52) },
  smoothing05: { label: 'Exponential smoothing, slow', needs: 8, for: 'regular', run: exponentialSmoothing(0.05) },
  smoothing10: { label: 'Exponential smoothing', needs: 8, for: 'regular', run: exponentialSmoothing(0.1) },
  smoothing30: { label: 'Exponential smoothing, quick', needs: 8, for: 'regular', run: exponentialSmoothing(0.3) },
  trend: { label: 'Exponential smoothing with trend', needs: 12, for: 'regular', run: dampedTrend },
  season: { label: 'Exponential smoothing with season', needs: 104, for: 'any', run: seasonalSmoothing },
  boylan05: { label: 'Syntetos–Boylan, slow', needs: 8, for: 'intermittent', run: syntetosBoylan(0.05) },
  boylan15: { label: 'Syntetos–Boylan', needs: 8, for: 'intermittent', run: syntetosBoylan(0.15) },
  chance: { label: 'Teunter–Syntetos–Babai', needs: 8, for: 'intermittent', run: chanceAndSize },
  lastMonth: { label: 'Same as last month', needs: 4, for: 'any', run: meanOfLast(4) },
  lastYear: { label: 'Same as last year', needs: 64, for: 'any', run: lastYear },
} as const satisfies Record<string, ForecastMethod>

export type ForecastMethodName = keyof typeof forecastMethods
export const forecastMethodNames = Object.keys(forecastMethods) as [ForecastMethodName, ...ForecastMethodName[]]

/** The mean number of weeks between demands from which demand is intermittent (Syntetos, Boylan and Croston). */
const intermittentFrom = 1.32

export const isIntermittent = (history: readonly number[]): boolean => {
  const demands = history.filter((value) => value > 0).length
  return demands > 0 && history.length / demands >= intermittentFrom
}
