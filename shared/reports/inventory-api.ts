import { z } from 'zod'
import { Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { stockStatuses } from '#shared/inventory/stock/stock-status.ts'
import { Money } from '#shared/money.ts'
import { groupings, RangeQuery } from './date-range.ts'
import { deletedKindNames } from './deleted-kinds.ts'
import { exportRight } from './report.ts'

const count = z.number().int()
const seen = ['inventory.view', 'invoices.view'] as const
const Range = z.object({ start: z.string(), end: z.string(), groupBy: z.enum(groupings) })

/** A part of the stock at the end of the range; `key` is null for what has no category or supplier. */
const StockPart = z.object({ key: Id.nullable(), label: z.string(), quantity: count, value: Money })

/** Most rows of a list in these reports. */
export const maxStockRows = 200

export const StockReport = z.object({
  range: Range,
  /** At the moving average cost of the day, of products, kits and raw materials. */
  value: z.object({ start: Money, end: Money }),
  /** At the end of each period. */
  periods: z.array(z.object({ start: z.string(), end: z.string(), value: Money })),
  /** Shipped and not taken back in the range, at the average cost of each day. */
  costOfSales: Money,
  /** How often a year the stock is sold at this pace; null without stock or sales. */
  turns: z.number().nullable(),
  /** How many days the stock lasts at this pace. */
  daysOfSupply: count.nullable(),
  byCategory: z.array(StockPart),
  byLocation: z.array(StockPart),
  bySupplier: z.array(StockPart),
  /** On hand at the end of the range, and nothing of it shipped or used in the range: the most valuable first. */
  dead: z.object({
    products: count,
    value: Money,
    items: z.array(z.object({ id: Id, name: z.string(), kind: z.string(), quantity: count, value: Money })),
  }),
  /** What was added, lost, written off and corrected by hand, at the average cost of each day. */
  changes: z.array(z.object({ effect: z.string(), reason: z.string(), quantity: count, value: Money })),
})
export type StockReport = z.infer<typeof StockReport>

export const SupplierDelivery = z.object({
  id: Id,
  name: z.string(),
  /** Receipts in the range, of how many orders. */
  receipts: count,
  /** Days from the order to each receipt, on average, and to the promised day. */
  leadTimeDays: z.number(),
  promisedDays: z.number().nullable(),
  /** Of receipts of orders with a promised day: how many came by then. */
  promised: count,
  onTime: count,
})
export type SupplierDelivery = z.infer<typeof SupplierDelivery>

export const LowStockRow = z.object({
  id: Id,
  name: z.string(),
  sku: z.string(),
  stockStatus: z.enum(stockStatuses),
  available: count,
  threshold: count,
  /** Shipped and used in the range. */
  consumed: count,
  /** Until nothing is available, at the pace of the range; null where nothing was used. */
  daysLeft: count.nullable(),
  /** Ordered from suppliers and not received. */
  onOrder: count,
})
export type LowStockRow = z.infer<typeof LowStockRow>

const fileQuery = RangeQuery.safeExtend({ format: z.enum(['csv', 'xlsx']).default('csv') })

/** The inventory report's own calls; purchases and prospects are reports of the engine. */
export const inventoryReportsApi = {
  stock: route('GET /api/reports/stock', {
    access: seen,
    summary: 'Stock value by day, category, location and supplier; turns, days of supply, dead stock and corrections.',
    query: RangeQuery,
    reply: StockReport,
  }),
  supplierDeliveries: route('GET /api/reports/supplier-deliveries', {
    access: seen,
    summary: 'Lead times and punctuality of suppliers by what was received in the range.',
    query: RangeQuery,
    reply: z.object({ range: Range, data: z.array(SupplierDelivery) }),
  }),
  lowStock: route('GET /api/reports/low-stock', {
    access: seen,
    summary:
      'Products that are low or out of stock, with days until out at the pace of the range and what is on order.',
    query: RangeQuery,
    reply: z.object({ range: Range, total: count, data: z.array(LowStockRow) }),
  }),
  lowStockFile: route('GET /api/reports/low-stock/file', {
    access: { all: [seen, exportRight] },
    summary: 'The same as a file.',
    query: fileQuery,
    reply: null,
    download: 'text/csv',
  }),
  deletedCountsFile: route('GET /api/reports/deleted-counts/file', {
    access: { all: ['invoices.view', exportRight] },
    summary: 'How many records of each kind were deleted in the range, as a file.',
    query: fileQuery,
    reply: null,
    download: 'text/csv',
  }),
  deletedCounts: route('GET /api/reports/deleted-counts', {
    access: 'invoices.view',
    summary: 'How many records of each kind that the caller may see were deleted in the range.',
    query: RangeQuery,
    reply: z.object({ range: Range, data: z.array(z.object({ kind: z.enum(deletedKindNames), count })) }),
  }),
} as const
