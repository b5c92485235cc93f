import { z } from 'zod'
import type { Right, Route } from '#shared/http/route.ts'
import { route } from '#shared/http/route.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { type StandardView, standardViews } from '#shared/settings/standard-views.ts'

interface Task extends StandardView {
  label: string
  /** The right to see it: that of users who can do the task. */
  right: Right
  /** Its rows are those of this list with the view's filter, so that the count matches the list. */
  list: Route
  /** The field of the rows with the time since when each waits. */
  since: string
}

const orders = { list: salesApi.listOrders, right: 'salesOrders.view', since: 'createdAt' } as const
const purchases = { list: purchasingApi.listPurchaseOrders, right: 'purchaseOrders.view', since: 'createdAt' } as const
const stock = { right: 'inventory.view', since: 'createdAt' } as const
const lots = { ...stock, list: lotsApi.listLots, since: 'expiryDate' } as const
const counts = { ...stock, list: countsApi.listCounts } as const
const views = standardViews

/** Tasks of the owner, or of everybody if there is none. */
const mineOrUnowned = <V extends StandardView>(view: V) => ({
  ...view,
  filter: { ...view.filter, owner: 'mineOrNone' },
})

/** The tasks, in the order of a working day. */
export const tasks = {
  recalls: { ...stock, label: 'Open recalls', list: recallsApi.listRecalls, ...views.recalls.open },
  stopped: { ...orders, label: 'Shipments stopped', ...views.orders.stopped },
  late: { ...orders, label: 'Late deliveries', ...views.orders.late },
  failed: {
    label: views.shipments.failed.name,
    right: 'shipping.view',
    list: shipmentsApi.listShipments,
    since: 'failedAt',
    ...views.shipments.failed,
  },
  confirm: { ...orders, label: 'Orders to confirm', ...views.orders.confirm },
  short: { ...orders, label: 'Orders awaiting stock', ...views.orders.short },
  pick: { ...orders, label: 'Orders to pick', ...views.orders.pick },
  pack: { ...orders, label: 'Orders being picked', ...views.orders.pack },
  ship: { ...orders, label: 'Orders to ship', ...views.orders.ship },
  approve: { ...purchases, label: 'Purchases to approve', ...views['purchase-orders'].approve },
  arriving: { ...purchases, label: 'Purchases to receive', ...views['purchase-orders'].receive },
  latePurchases: { ...purchases, label: 'Late purchases', ...views['purchase-orders'].late },
  returns: {
    label: 'Returns to approve',
    right: 'invoices.view',
    list: returnsApi.listReturns,
    since: 'createdAt',
    ...views.returns.approve,
  },
  calls: { label: 'Customers to call', list: crmApi.listAccounts, since: 'lastOrderDate', ...views.customers.call },
  followUps: {
    label: 'Prospect follow-ups due',
    right: 'crm.view',
    list: prospectsApi.listProspects,
    since: 'followUpDate',
    ...mineOrUnowned(views.prospects.due),
  },
  lateOpportunities: {
    label: 'Late opportunities',
    right: 'crm.view',
    list: opportunitiesApi.listOpportunities,
    since: 'expectedClose',
    ...mineOrUnowned(views.opportunities.late),
  },
  overdue: {
    label: 'Overdue invoices',
    right: 'invoices.view',
    list: invoicingApi.listInvoices,
    since: 'dueDate',
    ...views.invoices.overdue,
  },
  expired: { ...lots, label: 'Lots expired', ...views.lots.expired },
  expiring: { ...lots, label: 'Lots expiring in 30 days', ...views.lots.soon },
  counts: { ...counts, label: 'Counts due', ...views['stock-counts'].due },
  reviews: { ...counts, label: 'Counts to approve', ...views['stock-counts'].approve },
} as const satisfies Record<string, Task>
export type TaskName = keyof typeof tasks
export const taskNames = Object.keys(tasks) as [TaskName, ...TaskName[]]

const Waiting = z.object({
  task: z.enum(taskNames),
  /** Exact up to 10,000. */
  count: z.number().int(),
  isMore: z.boolean(),
  /** A timestamp or a date: since when the oldest waits, or when the first is due. Null if nothing waits. */
  oldest: z.string().nullable(),
})
export type Waiting = z.infer<typeof Waiting>

export const workQueueApi = {
  workQueue: route('GET /api/dashboard/work-queue', {
    access: 'staff',
    summary: 'What waits for the caller: how many rows each list of work has, and how old the oldest is.',
    query: z.strictObject({
      /** Names separated by commas; all if undefined. */
      tasks: z
        .string()
        .max(400)
        .transform((value) => value.split(','))
        .pipe(z.array(z.enum(taskNames, 'is not a task')))
        .optional(),
    }),
    reply: z.object({ data: z.array(Waiting) }),
  }),
} as const
