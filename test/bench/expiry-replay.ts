import { forecastDemand } from '#shared/reports/forecast/forecast.ts'
import { simulateLots } from '#shared/reports/expiry/simulate.ts'

/** A year in weeks. */
const year = 52
/** The forecast is made every `step` weeks, for lots that expire within the next `horizon` weeks. */
const step = 4
const horizon = 12

interface Lot {
  id: string
  arrived: number
  /** The last week in which it may be sold. */
  last: number
  left: number
}

export interface ReplayItem {
  weeks: readonly number[]
  cost: number
}

export interface ReplayScore {
  items: number
  /** Number of forecasts: one for each lot and date. */
  questions: number
  /** At cost: what was on hand of these lots, what the expiry radar predicted to expire, and what did expire. */
  onHand: number
  predicted: number
  expired: number
  /** What the mean demand of the past quarter predicts, without probabilities. */
  pace: number
  /** The absolute error of each method, summed over dates and items. */
  off: number
  paceOff: number
  /**
   * By predicted probability (below 20 %, 20 to 50, 50 to 80, above): number of lots, and of how many something
   * expired.
   */
  chances: { lots: number; did: number; said: number }[]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/**
 * Replays the last year of each item with generated lots, as histories record demand but not lots: every eight weeks a
 * lot arrives with a quantity that follows from the demand of the past sixteen weeks, some with a shelf life too short
 * for it. Orders take the lot that expires first.
 */
export function replayYear(items: readonly ReplayItem[]): ReplayScore {
  const score: ReplayScore = {
    items: 0,
    questions: 0,
    onHand: 0,
    predicted: 0,
    expired: 0,
    pace: 0,
    off: 0,
    paceOff: 0,
    chances: [],
  }
  score.chances = Array.from({ length: 4 }, () => ({ lots: 0, did: 0, said: 0 }))
  for (const [at, { weeks, cost }] of items.entries()) {
    const begin = weeks.length - year - horizon
    if (begin < 16 || sum(weeks.slice(0, begin)) === 0) continue
    score.items += 1
    replayItem(score, weeks, cost, at, begin)
  }
  return score
}

function replayItem(score: ReplayScore, weeks: readonly number[], cost: number, at: number, begin: number): void {
  let lots: Lot[] = []
  for (let week = begin; week < begin + year; week += 1) {
    if ((week - begin) % 8 === 0) {
      // 8 to 12 weeks of the mean demand: often too much, as in practice. The shelf life is 10 to 34 weeks.
      const wanted = Math.round((sum(weeks.slice(Math.max(0, week - 16), week)) * (8 + ((at + week) % 5))) / 16)
      const lasts = 10 + ((at * 7 + week * 3) % 25)
      if (wanted > 0) lots.push({ id: `${week}`, arrived: week, last: week + lasts, left: wanted })
    }
    if ((week - begin) % step === 0) compare(score, lots, weeks, week, cost)
    lots = sell(lots, weeks[week] ?? 0, week).filter(({ last, left }) => last > week && left > 0)
  }
}

/** Takes a week's demand from the lots, earliest expiry first. */
function sell(lots: readonly Lot[], demand: number, week: number): Lot[] {
  let wanted = demand
  return lots
    .toSorted((a, b) => a.last - b.last || (a.id < b.id ? -1 : 1))
    .map((lot) => {
      const taken = lot.last >= week ? Math.min(lot.left, wanted) : 0
      wanted -= taken
      return { ...lot, left: lot.left - taken }
    })
}

/** Compares the radar's prediction for the lots on hand with what the following weeks sell of them. */
function compare(score: ReplayScore, lots: readonly Lot[], weeks: readonly number[], week: number, cost: number): void {
  const ending = lots.filter(({ last }) => last < week + horizon)
  if (ending.length === 0) return
  const history = weeks.slice(0, week)
  const lotsThen = lots.map(({ id, last, left }) => ({ id, days: (last - week + 1) * 7, quantity: left }))
  const demand = { weeks: forecastDemand(history).weeks, firstDays: 7, history }
  const predictions = new Map(simulateLots(lotsThen, demand).map((one) => [one.id, one]))
  const mean = sum(history.slice(-13)) / 13
  const steady = { weeks: Array.from({ length: horizon }, () => mean), firstDays: 7, history: [1] }
  const atPace = new Map(simulateLots(lotsThen, steady).map((one) => [one.id, one]))
  let after = lots.map((lot) => ({ ...lot }))
  for (let later = week; later < week + horizon; later += 1) after = sell(after, weeks[later] ?? 0, later)
  const really = new Map(after.map(({ id, left }) => [id, left]))
  let [predictedHere, paceHere, reallyHere] = [0, 0, 0]
  for (const { id, left } of ending) {
    const { chance = 0, units = 0 } = predictions.get(id) ?? {}
    const rest = really.get(id) ?? 0
    predictedHere += units * cost
    paceHere += (atPace.get(id)?.units ?? 0) * cost
    reallyHere += rest * cost
    score.onHand += left * cost
    score.questions += 1
    const group = score.chances[chance < 0.2 ? 0 : chance < 0.5 ? 1 : chance < 0.8 ? 2 : 3]
    if (!group) continue
    group.lots += 1
    group.said += chance
    if (rest >= 0.5) group.did += 1
  }
  score.predicted += predictedHere
  score.pace += paceHere
  score.expired += reallyHere
  score.off += Math.abs(predictedHere - reallyHere)
  score.paceOff += Math.abs(paceHere - reallyHere)
}
