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

/** A part of the stock at the end of the range; `key` is null for items without category or supplier. */
const StockPart = z.object({ key: Id.nullable(), label: z.string(), quantity: count, value: Money })

/** The maximum rows of a list in these reports. */
export const maxStockRows = 200

export const StockReport = z.object({
  range: Range,
  /** At the moving average cost of the day, for products, kits and raw materials. */
  value: z.object({ start: Money, end: Money }),
  /** At the end of each period. */
  periods: z.array(z.object({ start: z.string(), end: z.string(), value: Money })),
  /** Shipped and not returned in the range, at the average cost of each day. */
  costOfSales: Money,
  /** Stock turns per year at this rate; null without stock or sales. */
  turns: z.number().nullable(),
  /** Days that the stock lasts at this rate. */
  daysOfSupply: count.nullable(),
  byCategory: z.array(StockPart),
  byLocation: z.array(StockPart),
  bySupplier: z.array(StockPart),
  /** On hand at the end of the range, with nothing shipped or used in the range: the most valuable first. */
  dead: z.object({
    products: count,
    value: Money,
    items: z.array(z.object({ id: Id, name: z.string(), kind: z.string(), quantity: count, value: Money })),
  }),
  /** Manual additions, losses, write-offs and corrections, at the average cost of each day. */
  changes: z.array(z.object({ effect: z.string(), reason: z.string(), quantity: count, value: Money })),
})
export type StockReport = z.infer<typeof StockReport>

export const SupplierDelivery = z.object({
  id: Id,
  name: z.string(),
  /** The number of receipts in the range. */
  receipts: count,
  /** Average days from the order to each receipt, and to the promised day. */
  leadTimeDays: z.number(),
  promisedDays: z.number().nullable(),
  /** Receipts of orders with a promised day, and how many were on time. */
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
  /** Until nothing is available, at the rate of the range; null if nothing was used. */
  daysLeft: count.nullable(),
  /** Ordered from suppliers and not received. */
  onOrder: count,
})
export type LowStockRow = z.infer<typeof LowStockRow>

const fileQuery = RangeQuery.safeExtend({ format: z.enum(['csv', 'xlsx']).default('csv') })

/** The inventory report's own endpoints; purchases and prospects use the report engine. */
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
