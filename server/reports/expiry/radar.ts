import { setImmediate } from 'node:timers/promises'
import { addDays, daysBetween } from '#shared/dates.ts'
import { formatAmount } from '#shared/money.ts'
import { priceActions, promotion } from '#shared/reports/expiry/actions.ts'
import { type ExpiryRadar, maxRadarLots, type RadarLot } from '#shared/reports/expiry/api.ts'
import { simulateLots, type SimulatedDemand } from '#shared/reports/expiry/simulate.ts'
import type { Db } from '#server/db/database.ts'
import { mondayOf } from '../forecast/demand-history.ts'
import {
  type Buyer,
  type ItemDemand,
  type LotBalance,
  readBuyers,
  readForecasts,
  readLots,
  readReturnable,
  type Returnable,
} from './radar-rows.ts'

/** Milliseconds of work before the event loop gets a turn. */
const turnMs = 20
/** Days until expiry of lots that never expire: they are sold last. */
const never = 36_500
const noDemand: SimulatedDemand = { weeks: [0], firstDays: 7, history: [] }

/** Formats ten-thousandths of the major unit. */
const money = (value: number) => formatAmount(BigInt(Math.round(value / 100)))
const rounded = (units: number) => Math.round(units * 10) / 10

/** The forecast from today on, without past weeks and the past days of this week. */
function demandFrom({ firstWeek, weeks, history, weekdays }: ItemDemand, today: string): SimulatedDemand {
  const monday = mondayOf(today)
  const over = Math.max(0, Math.round(daysBetween(firstWeek, monday) / 7))
  const mean = weeks.reduce((sum, quantity) => sum + quantity, 0) / Math.max(1, weeks.length)
  const left = weeks.slice(over)
  const gone = daysBetween(monday, today)
  const share = weekdays.slice(gone).reduce((sum, part) => sum + part, 0)
  return { weeks: [(left[0] ?? mean) * share, ...left.slice(1)], firstDays: 7 - gone, history }
}

interface Lot {
  balances: LotBalance[]
  /** The balance with most of it. */
  main: LotBalance
  quantity: number
  days: number
}

function lotsOf(balances: readonly LotBalance[], today: string): Lot[] {
  const byLot = Map.groupBy(balances, ({ lotId }) => lotId)
  return [...byLot.values()].flatMap((own) => {
    const main = own.toSorted((a, b) => b.quantity - a.quantity)[0]
    if (!main) return []
    const days = main.expiryDate === null ? never : Math.min(never, daysBetween(today, main.expiryDate) + 1)
    return [{ balances: own, main, quantity: own.reduce((sum, { quantity }) => sum + quantity, 0), days }]
  })
}

const simulated = (lots: readonly Lot[], demand: SimulatedDemand, times = 1) =>
  new Map(
    simulateLots(
      lots.map(({ main, days, quantity }) => ({ id: main.lotId, days, quantity })),
      demand,
      times,
    ).map((one) => [one.id, one]),
  )

type Extras = { returnable: Returnable | undefined; buyers: readonly Buyer[]; demand: SimulatedDemand }

function describe(
  lot: Lot,
  lots: readonly Lot[],
  risk: { chance: number; units: number },
  { returnable, buyers, demand }: Extras,
): RadarLot {
  const { main } = lot
  const unitsOf = (all: readonly Lot[], times = 1) => simulated(all, demand, times).get(main.lotId)?.units ?? 0
  const unitCost = main.lotCost ?? main.cost
  const customers = buyers.map(({ id, name, quantity }) => ({ id, name, quantity }))
  const actions = priceActions({
    quantity: lot.quantity,
    units: risk.units,
    unitsPromoted: unitsOf(lots, 1 + promotion.moreDemand),
    unitsWithout: (gone) => unitsOf(lots.map((one) => (one === lot ? { ...lot, quantity: lot.quantity - gone } : one))),
    price: main.price,
    unitCost,
    returnable: returnable?.quantity ?? 0,
    usualQuantity: buyers.reduce((sum, { quantity }) => sum + quantity, 0),
  })
  return {
    id: main.lotId,
    lotNumber: main.lotNumber,
    expiryDate: main.expiryDate ?? '',
    item: { id: main.itemId, name: main.item, sku: main.sku, kind: main.kind },
    location: { id: main.locationId, name: main.location },
    quantity: lot.quantity,
    chance: Math.round(risk.chance * 1000) / 1000,
    units: rounded(risk.units),
    value: money(risk.units * unitCost),
    actions: actions.map(({ action, quantity, units, saved }) => ({
      action,
      quantity: rounded(quantity),
      units: rounded(units),
      saved: money(saved),
      purchaseOrder: action === 'return' && returnable ? { id: returnable.orderId, number: returnable.number } : null,
      customers: action === 'offer' ? customers : [],
    })),
  }
}

/** Lots that may expire unsold within `weeks` weeks. `showsCustomers`: the caller may see the customers. */
export async function readRadar(db: Db, today: string, weeks: number, showsCustomers: boolean): Promise<ExpiryRadar> {
  const until = addDays(today, 7 * weeks)
  const balances = await readLots(db, today, until)
  const items = [...new Set(balances.map(({ itemId }) => itemId))]
  const forecasts = await readForecasts(db, items)
  const atRisk: { lot: Lot; lots: Lot[]; risk: { chance: number; units: number } }[] = []
  let expiring = 0
  let begun = performance.now()
  for (const own of Map.groupBy(balances, ({ itemId }) => itemId).values()) {
    // Thousands of items take seconds: lets other requests run in between.
    if (performance.now() - begun > turnMs) {
      await setImmediate()
      begun = performance.now()
    }
    const lots = lotsOf(own, today)
    const forecast = forecasts.get(own[0]?.itemId ?? '')
    const risks = simulated(lots, forecast ? demandFrom(forecast, today) : noDemand)
    for (const lot of lots) {
      const risk = risks.get(lot.main.lotId)
      if (lot.days > 7 * weeks + 1 || !risk) continue
      expiring += lot.quantity * (lot.main.lotCost ?? lot.main.cost)
      if (risk.units >= 0.5) atRisk.push({ lot, lots, risk })
    }
  }
  const valueOf = ({ lot, risk }: (typeof atRisk)[number]) => risk.units * (lot.main.lotCost ?? lot.main.cost)
  const ordered = atRisk.toSorted((a, b) => valueOf(b) - valueOf(a) || (a.lot.main.lotId < b.lot.main.lotId ? -1 : 1))
  const shown = ordered.slice(0, maxRadarLots)
  const [returnable, buyers] = await Promise.all([
    readReturnable(
      db,
      shown.map(({ lot }) => lot.main.lotId),
    ),
    readBuyers(db, [...new Set(shown.map(({ lot }) => lot.main.itemId))], today),
  ])
  const data = shown.map(({ lot, lots, risk }) => {
    const forecast = forecasts.get(lot.main.itemId)
    const described = describe(lot, lots, risk, {
      returnable: returnable.get(lot.main.lotId),
      buyers: buyers.get(lot.main.itemId) ?? [],
      demand: forecast ? demandFrom(forecast, today) : noDemand,
    })
    if (showsCustomers) return described
    return { ...described, actions: described.actions.map((one) => ({ ...one, customers: [] })) }
  })
  const byWeek = Map.groupBy(ordered, ({ lot }) => mondayOf(lot.main.expiryDate ?? today))
  const first = mondayOf(today)
  return {
    today,
    weeks: Array.from({ length: weeks + 1 }, (_none, at) => addDays(first, 7 * at)).map((week) => {
      const own = byWeek.get(week) ?? []
      return { week, value: money(own.reduce((sum, one) => sum + valueOf(one), 0)), lots: own.length }
    }),
    value: money(ordered.reduce((sum, one) => sum + valueOf(one), 0)),
    expiring: money(expiring),
    saved: money(data.reduce((sum, { actions }) => sum + Number(actions[0]?.saved ?? 0) * 10_000, 0)),
    total: ordered.length,
    data,
  }
}
