import { z } from 'zod'
import { Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { stockStatuses } from '#shared/inventory/stock/stock-status.ts'
import { Money } from '#shared/money.ts'
import { type OrderStatus, orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { groupings, RangeQuery } from './date-range.ts'

export const topItemsShown = 7
export const stoppedShown = 5
/** Statuses of orders that are no sale: not confirmed, cancelled or returned. */
export const notSales = ['PENDING', 'CANCELLED', 'RETURNED'] as const satisfies readonly OrderStatus[]

const count = z.number().int()

/** A period of the chart, first and last day included, cut at the ends of the range. */
const Period = z.object({ start: z.string(), end: z.string(), total: Money, orders: count })

const Sales = z.object({
  total: Money,
  orders: count,
  /** For the same number of days right before; null for all time. */
  previousTotal: Money.nullable(),
  /** Without gaps: a period without sales has 0. */
  periods: z.array(Period),
  /** The days of the first and the last sale overall, so that an empty range can suggest another one. */
  earliestSale: z.string().nullable(),
  latestSale: z.string().nullable(),
})

const LowStock = z.object({
  products: count,
  low: count,
  out: count,
  /** The first items of both, those with the least left at the top. */
  items: z.array(
    z.object({
      id: Id,
      name: z.string(),
      sku: z.string(),
      available: count,
      threshold: count,
      stockStatus: z.enum(stockStatuses),
    }),
  ),
})

const AmountDue = z.object({ due: Money, invoices: count })

/** The dashboard's figures. Parts that the caller may not see are null. */
export const Dashboard = z.object({
  range: z.object({ start: z.string(), end: z.string(), groupBy: z.enum(groupings) }),
  /** Current orders, whatever the range; with all statuses. */
  ordersByStatus: z.array(z.object({ status: z.enum(orderStatuses), count })).nullable(),
  sales: Sales.nullable(),
  /** By revenue. */
  topItems: z.array(z.object({ id: Id, name: z.string(), quantity: count, total: Money })).nullable(),
  lowStock: LowStock.nullable(),
  /** Parcels with goods that must not be used: to be unpacked or brought back. */
  stoppedShipments: z
    .object({
      count,
      /** The first of them, those in the house before those on the road. */
      orders: z.array(z.object({ id: Id, number: z.string(), status: z.enum(orderStatuses), goods: z.string() })),
    })
    .nullable(),
  /** What customers owe now. Unpaid and partially paid add up to the total; overdue is a part of it. */
  receivables: AmountDue.extend({ unpaid: AmountDue, partiallyPaid: AmountDue, overdue: AmountDue }).nullable(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const reportsApi = {
  dashboard: route('GET /api/dashboard', {
    access: 'staff',
    summary: 'What the user may see of orders, sales, top items, low stock and receivables.',
    query: RangeQuery,
    reply: Dashboard,
  }),
} as const
