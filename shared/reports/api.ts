import { z } from 'zod'
import { DateOnly, Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { orderStatuses } from '#shared/sales/order-moves.ts'

export const topItemsShown = 7
export const quickRanges = [7, 30, 90, 365] as const
export const groupings = ['day', 'week', 'month', 'year'] as const

/** The dashboard's figures. A part that the caller may not see is null. */
export const Dashboard = z.object({
  range: z.object({ start: z.string(), end: z.string(), groupBy: z.enum(groupings) }),
  ordersByStatus: z.array(z.object({ status: z.enum(orderStatuses), count: z.number().int() })).nullable(),
  sales: z
    .object({
      total: Money,
      orders: z.number().int(),
      previousTotal: Money,
      periods: z.array(z.object({ start: z.string(), total: Money, orders: z.number().int() })),
      /** The newest day with a sale, so that an empty range can point to one that is not. */
      latestSale: z.string().nullable(),
      earliestSale: z.string().nullable(),
    })
    .nullable(),
  topItems: z.array(z.object({ id: Id, name: z.string(), quantity: z.number().int(), total: Money })).nullable(),
  lowStock: z
    .object({
      low: z.number().int(),
      out: z.number().int(),
      items: z.array(
        z.object({
          id: Id,
          name: z.string(),
          sku: z.string(),
          available: z.number().int(),
          threshold: z.number().int(),
        }),
      ),
    })
    .nullable(),
  receivables: z.object({ due: Money, overdue: Money, invoices: z.number().int() }).nullable(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const reportsApi = {
  dashboard: route('GET /api/dashboard', {
    access: 'staff',
    summary: 'What the user may see of orders, sales, top items and low stock.',
    query: z
      .strictObject({ start: DateOnly.optional(), end: DateOnly.optional(), groupBy: z.enum(groupings).optional() })
      .refine((value) => !value.start || !value.end || value.start <= value.end, {
        path: ['end'],
        message: 'lies before the start',
      }),
    reply: Dashboard,
  }),
} as const
