import { z } from 'zod'
import type { Right, Route } from '#shared/http/route.ts'
import { route } from '#shared/http/route.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'

interface Task {
  label: string
  /** Who may do something about it sees it, and nobody else loads it. */
  right: Right
  /** Its rows are this list under this filter, so what is counted is what the list shows. */
  list: Route
  filter: Readonly<Record<string, string>>
  /** The list in the order of age, and the field of its rows that says since when each waits. */
  sort: string
  since: string
}

const orders = { list: salesApi.listOrders, right: 'salesOrders.view', sort: 'createdAt', since: 'createdAt' } as const
const purchases = {
  list: purchasingApi.listPurchaseOrders,
  right: 'purchaseOrders.view',
  sort: 'createdAt',
  since: 'createdAt',
} as const
const stock = { right: 'inventory.view', sort: 'createdAt', since: 'createdAt' } as const

/** What waits for somebody, in the order of a working day. */
export const tasks = {
  recalls: { ...stock, label: 'Open recalls', list: recallsApi.listRecalls, filter: { status: 'OPEN' } },
  stopped: { ...orders, label: 'Shipments stopped', filter: { badge: 'stopped' } },
  late: { ...orders, label: 'Late deliveries', filter: { badge: 'late' } },
  failed: {
    label: 'Failed deliveries',
    right: 'shipping.view',
    list: shipmentsApi.listShipments,
    filter: { status: 'FAILED_DELIVERY' },
    sort: 'createdAt',
    since: 'createdAt',
  },
  confirm: { ...orders, label: 'Orders to confirm', filter: { status: 'PENDING' } },
  short: { ...orders, label: 'Orders awaiting stock', filter: { status: 'AWAITING_STOCK' } },
  pick: { ...orders, label: 'Orders to pick', filter: { status: 'CONFIRMED' } },
  pack: { ...orders, label: 'Orders being picked', filter: { status: 'PROCESSING' } },
  ship: { ...orders, label: 'Orders to ship', filter: { status: 'READY_FOR_SHIPPING' } },
  approve: { ...purchases, label: 'Purchases to approve', filter: { status: 'Pending Approval' } },
  arriving: { ...purchases, label: 'Purchases to receive', filter: { status: 'Open' } },
  returns: {
    label: 'Returns to approve',
    right: 'invoices.view',
    list: returnsApi.listReturns,
    filter: { status: 'Requested' },
    sort: 'createdAt',
    since: 'createdAt',
  },
  calls: {
    label: 'Customers to call',
    right: 'crm.view',
    list: crmApi.listAccounts,
    filter: { calls: 'mine' },
    sort: 'lastOrderDate',
    since: 'lastOrderDate',
  },
  overdue: {
    label: 'Overdue invoices',
    right: 'invoices.view',
    list: invoicingApi.listInvoices,
    filter: { overdue: 'true' },
    sort: 'dueDate',
    since: 'dueDate',
  },
  expired: {
    ...stock,
    label: 'Lots expired',
    list: lotsApi.listLots,
    filter: { expiry: 'expired' },
    sort: 'expiryDate',
    since: 'expiryDate',
  },
  expiring: {
    ...stock,
    label: 'Lots expiring in 30 days',
    list: lotsApi.listLots,
    filter: { expiry: '30' },
    sort: 'expiryDate',
    since: 'expiryDate',
  },
  counts: { ...stock, label: 'Counts due', list: countsApi.listCounts, filter: { status: 'PLANNED' } },
  reviews: { ...stock, label: 'Counts to approve', list: countsApi.listCounts, filter: { status: 'REVIEW' } },
} as const satisfies Record<string, Task>
export type TaskName = keyof typeof tasks
export const taskNames = Object.keys(tasks) as [TaskName, ...TaskName[]]

const Waiting = z.object({
  task: z.enum(taskNames),
  /** To 10,000 exact. */
  count: z.number().int(),
  isMore: z.boolean(),
  /** A moment or a day: since when the oldest waits, or when the first is due. Null where nothing waits. */
  oldest: z.string().nullable(),
})
export type Waiting = z.infer<typeof Waiting>

export const workQueueApi = {
  workQueue: route('GET /api/dashboard/work-queue', {
    access: 'staff',
    summary: 'What waits for the caller: how many rows each list of work has, and how old the oldest is.',
    query: z.strictObject({
      /** Names with commas between them; all when left out. */
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
