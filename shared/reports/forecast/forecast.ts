import { forecastMethodNames, forecastMethods, type ForecastMethodName, isIntermittent } from './demand-methods.ts'

export const forecastWeeks = 12
/** A month of the back-test: methods are evaluated on the sum of this many weeks. */
export const monthWeeks = 4
/** The maximum weeks of history: five years. */
export const maxHistoryWeeks = 260
/** The number of origins of the back-test, in the past year. */
const maxOrigins = 12
const backTestWeeks = 52
/** The band for eight of ten weeks: 10th to 90th percentile of the normal distribution. */
const bandWidth = 1.2816

/** The error of a method in the months of the back-test. */
interface ForecastError {
  /** Weighted absolute percentage error: the sum of absolute errors over the sum of demand; null without demand. */
  wape: number | null
  /** The sum of errors over the sum of demand; positive if it forecast too much. */
  bias: number | null
}

export interface Forecast {
  method: ForecastMethodName
  intermittent: boolean
  /** The next 12 weeks. */
  weeks: number[]
  low: number[]
  high: number[]
  /** Of the chosen method; null if the history is too short to test. */
  error: ForecastError | null
  /** Of "same as last month" in the same months. */
  naive: ForecastError | null
  /** The root mean square error of a month, in pieces: the basis of the safety stock. */
  monthError: number
  /** The number of tested months. */
  tested: number
}

/** Demand is never negative or infinite. */
function clean(history: readonly number[]): number[] {
  const values = history.slice(-maxHistoryWeeks).map((value) => (value > 0 ? Math.min(value, 1e12) : 0))
  const demands = values.filter((value) => value > 0).length
  if (demands === 0) return []
  // A history that begins with a demand began by chance: adds a pause before it as long as the mean interval, at least a month
  // in all.
  const pause = (values[0] ?? 0) > 0 ? Math.max(Math.round(values.length / demands) - 1, monthWeeks - values.length) : 0
  return [...Array.from({ length: Math.min(pause, maxHistoryWeeks) }, () => 0), ...values]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function originsOf(length: number): number[] {
  const last = length - monthWeeks
  const first = Math.max(monthWeeks, length - backTestWeeks)
  const step = Math.max(1, Math.ceil((last - first + 1) / maxOrigins))
  const origins: number[] = []
  for (let origin = last; origin >= first; origin -= step) origins.push(origin)
  return origins
}

interface Trial {
  name: ForecastMethodName
  error: ForecastError
  /** The mean absolute error of months plus half of their absolute total error: a bias is bad for stock. */
  score: number
  weekError: number
  monthError: number
}

function tryMethod(name: ForecastMethodName, history: readonly number[], origins: readonly number[]): Trial {
  const { run } = forecastMethods[name]
  let [off, aside, demand, months, weeks] = [0, 0, 0, 0, 0]
  for (const origin of origins) {
    const predicted = run(history.slice(0, origin), monthWeeks)
    const actual = history.slice(origin, origin + monthWeeks)
    const difference = sum(predicted) - sum(actual)
    off += Math.abs(difference)
    aside += difference
    demand += sum(actual)
    months += difference ** 2
    weeks += actual.reduce((total, value, at) => total + (value - (predicted[at] ?? 0)) ** 2, 0)
  }
  const count = origins.length
  return {
    name,
    error: demand > 0 ? { wape: off / demand, bias: aside / demand } : { wape: null, bias: null },
    score: (off + Math.abs(aside) / 2) / count,
    weekError: Math.sqrt(weeks / (count * monthWeeks)),
    monthError: Math.sqrt(months / count),
  }
}

const nothing = (): number[] => Array.from({ length: forecastWeeks }, () => 0)

/**
 * Forecasts the demand of the next 12 weeks from past weeks, oldest first, starting with the first week in which it could have
 * been sold. Each suitable method is back-tested at origins in the past year on the month after, and the one with the smallest
 * error is chosen; "same as last month" is one of them.
 */
export function forecastDemand(weekly: readonly number[]): Forecast {
  const history = clean(weekly)
  const intermittent = isIntermittent(history)
  if (history.length === 0)
    return {
      method: 'mean',
      intermittent: false,
      weeks: nothing(),
      low: nothing(),
      high: nothing(),
      error: null,
      naive: null,
      monthError: 0,
      tested: 0,
    }
  const origins = originsOf(history.length)
  const fitting = forecastMethodNames.filter((name) => {
    const method = forecastMethods[name]
    const suits = method.for === 'any' || (method.for === 'intermittent') === intermittent
    return suits && history.length >= method.needs
  })
  // Methods that need more history than an early origin had are not tested there.
  const early = Math.min(...origins)
  const testable = fitting.filter((name) => forecastMethods[name].needs <= Math.max(early, monthWeeks))
  const trials = origins.length < 3 ? [] : testable.map((name) => tryMethod(name, history, origins))
  const best = trials.reduce<Trial | null>((one, other) => (one && one.score <= other.score ? one : other), null)
  const method = best?.name ?? 'mean'
  const weeks = forecastMethods[method].run(history, forecastWeeks)
  const level = sum(history) / history.length
  const spread = Math.sqrt(sum(history.map((value) => (value - level) ** 2)) / history.length) || level
  const weekError = best?.weekError ?? spread
  return {
    method,
    intermittent,
    weeks,
    low: weeks.map((value) => Math.max(0, value - bandWidth * weekError)),
    high: weeks.map((value) => value + bandWidth * weekError),
    error: best?.error ?? null,
    naive: trials.find(({ name }) => name === 'lastMonth')?.error ?? null,
    monthError: best?.monthError ?? spread * Math.sqrt(monthWeeks),
    tested: best ? origins.length : 0,
  }
}

/** The demand of `days` days from now; beyond the 12 weeks, their mean. */
export function demandOfDays(weeks: readonly number[], days: number): number {
  const whole = Math.floor(days / 7)
  const rest = days / 7 - whole
  const mean = weeks.length > 0 ? sum(weeks) / weeks.length : 0
  const beyond = Math.max(0, whole - weeks.length)
  return sum(weeks.slice(0, whole)) + beyond * mean + rest * (weeks[whole] ?? mean)
}
