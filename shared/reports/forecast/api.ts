import { z } from 'zod'
import { byId, Id, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { forecastMethodNames } from './demand-methods.ts'

/** Pieces; forecasts have fractions. */
const pieces = z.number()
const share = z.number()
/** Fractions of the demand: 0.25 is a quarter. */
const error = z.number().nullable()

const Quality = z.object({
  method: z.enum(forecastMethodNames),
  intermittent: z.boolean(),
  /** By month in the back-test; null if the history is too short. */
  wape: error,
  /** Positive if it forecast too much. */
  bias: error,
  /** Of "same as last month" in the same months. */
  naiveWape: error,
  /** The number of tested months. */
  tested: z.number().int(),
})

export const DemandForecast = Quality.extend({
  itemId: Id,
  madeAt: Timestamp,
  /** False if a new week has begun since. */
  isCurrent: z.boolean(),
  /** Demand of the weeks before, the oldest first; at most a year. */
  history: z.array(z.object({ week: z.string(), quantity: pieces })),
  /** Eight of ten weeks should be between low and high. */
  weeks: z.array(z.object({ week: z.string(), quantity: pieces, low: pieces, high: pieces })),
  /** The sum of all 12 weeks. */
  demand: pieces,
  /** By each location's share of shipments in the past year. */
  locations: z.array(z.object({ id: Id, name: z.string(), share, demand: pieces })),
  /** Each day's share of a week's demand, Monday first. */
  weekdays: z.array(share),
})
export type DemandForecast = z.infer<typeof DemandForecast>

export const ForecastRow = Quality.extend({
  id: Id,
  name: z.string(),
  sku: z.string(),
  kind: z.string(),
  /** Demand of the past 12 weeks. */
  previous: pieces,
  demand: pieces,
  /** The same at cost. */
  value: Money,
  available: z.number().int(),
  /** Weeks until nothing is available; null if no demand is expected. */
  weeksLeft: z.number().nullable(),
})
export type ForecastRow = z.infer<typeof ForecastRow>

export const ForecastSummary = z.object({
  items: z.number().int(),
  /** Null if there is no forecast yet. */
  madeAt: Timestamp.nullable(),
  /** At cost, of the past year and of the next 12 weeks. */
  history: z.array(z.object({ week: z.string(), value: z.number() })),
  weeks: z.array(z.object({ week: z.string(), value: z.number() })),
  /** Of all items, weighted by the value of their demand. */
  wape: error,
  bias: error,
  naiveWape: error,
})
export type ForecastSummary = z.infer<typeof ForecastSummary>

/** The expected demand of the next 12 weeks, computed by a nightly job. */
export const forecastApi = {
  listForecasts: route('GET /api/forecasts', {
    access: 'inventory.view',
    summary: 'Forecast demand of the next 12 weeks by item, with its back-tested error.',
    query: z.strictObject({
      ...pageQuery,
      sort: sortBy('demand', 'name', 'wape').default('-demand'),
    }),
    reply: pageOf(ForecastRow),
  }),
  summarizeForecasts: route('GET /api/forecasts/summary', {
    access: 'inventory.view',
    summary: 'Forecast demand of all items together at cost by week, and how far forecasts were off.',
    reply: ForecastSummary,
  }),
  recalculateForecasts: route('POST /api/forecasts', {
    access: 'inventory.edit',
    summary: 'Forecasts all items again in the background.',
    body: z.strictObject({}),
    emits: [],
    reply: null,
    status: 202,
  }),
  getForecast: route('GET /api/forecasts/:id', {
    access: 'inventory.view',
    summary: 'The forecast of one item; null where nobody has asked for it in five years.',
    params: byId,
    reply: z.object({ data: DemandForecast.nullable() }),
  }),
  recalculateForecast: route('POST /api/forecasts/:id', {
    access: 'inventory.edit',
    summary: 'Forecasts one item again, now.',
    params: byId,
    body: z.strictObject({}),
    emits: ['inventory_updated'],
    reply: z.object({ data: DemandForecast.nullable() }),
  }),
} as const
