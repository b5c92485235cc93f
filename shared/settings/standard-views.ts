import type { Right } from '#shared/http/route.ts'

/** A view of a list that everybody has: its name in the menu, filters and sort order. */
export interface StandardView {
  name: string
  filter: Readonly<Record<string, string>>
  sort: string
  /** The right to see it, if more than the list's is needed. */
  right?: Right
}

const oldest = { sort: 'createdAt' } as const
const newest = { sort: '-createdAt' } as const
const byName = { sort: 'name' } as const

/** The standard views of each list, by the list's name. Those of pending work are also tasks on the dashboard. */
export const standardViews = {
  orders: {
    confirm: { ...oldest, name: 'To confirm', filter: { status: 'PENDING' } },
    short: { ...oldest, name: 'Awaiting stock', filter: { status: 'AWAITING_STOCK' } },
    pick: { ...oldest, name: 'To pick', filter: { status: 'CONFIRMED' } },
    pack: { ...oldest, name: 'Being picked', filter: { status: 'PROCESSING' } },
    ship: { ...oldest, name: 'To ship', filter: { status: 'READY_FOR_SHIPPING' } },
    late: { ...oldest, name: 'Late', filter: { badge: 'late' } },
    held: { ...oldest, name: 'On hold', filter: { badge: 'onHold' } },
    stopped: { ...oldest, name: 'Shipment stopped', filter: { badge: 'stopped' } },
  },
  estimates: {
    drafts: { ...newest, name: 'Drafts', filter: { status: 'Draft' } },
    sent: { sort: 'validUntil', name: 'Awaiting answer', filter: { status: 'Sent' } },
    accepted: { ...oldest, name: 'Accepted', filter: { status: 'Accepted' } },
  },
  returns: {
    approve: { ...oldest, name: 'To approve', filter: { status: 'Requested' } },
    receive: { ...oldest, name: 'To receive', filter: { status: 'Approved' } },
    inspect: { ...oldest, name: 'To inspect', filter: { status: 'Received' } },
  },
  invoices: {
    open: { sort: 'dueDate', name: 'Open', filter: { open: 'true' } },
    overdue: { sort: 'dueDate', name: 'Overdue', filter: { overdue: 'true' } },
    partlyPaid: { sort: 'dueDate', name: 'Partially paid', filter: { paymentStatus: 'Partially Paid' } },
  },
  shipments: {
    plan: { ...oldest, name: 'To plan', filter: { planned: 'no' } },
    underWay: { sort: 'expectedDate', name: 'On the way', filter: { status: 'ON_THE_WAY' } },
    late: { sort: 'expectedDate', name: 'Late', filter: { late: 'yes' } },
    // Not all with the status Failed delivery: they are resolved once the goods are back or the order is closed.
    failed: {
      sort: 'failedAt',
      name: 'Failed deliveries to resolve',
      filter: { status: 'FAILED_DELIVERY', order: 'open' },
    },
  },
  routes: {
    planned: { sort: 'date', name: 'Planned', filter: { status: 'PLANNED' } },
    underWay: { sort: 'date', name: 'In progress', filter: { status: 'IN_PROGRESS' } },
  },
  products: {
    low: { ...byName, name: 'Low stock', filter: { stockStatus: 'lowStock' } },
    out: { ...byName, name: 'Out of stock', filter: { stockStatus: 'outOfStock' } },
    withoutPrice: { ...byName, name: 'Without price', filter: { withoutPrice: 'true' } },
  },
  'raw-materials': {
    low: { ...byName, name: 'Low stock', filter: { stockStatus: 'lowStock' } },
    out: { ...byName, name: 'Out of stock', filter: { stockStatus: 'outOfStock' } },
  },
  lots: {
    expired: { sort: 'expiryDate', name: 'Expired', filter: { expiry: 'expired' } },
    soon: { sort: 'expiryDate', name: 'Expiring in 30 days', filter: { expiry: '30' } },
    later: { sort: 'expiryDate', name: 'Expiring in 90 days', filter: { expiry: '90' } },
    blocked: { sort: 'expiryDate', name: 'Blocked', filter: { status: 'BLOCKED' } },
  },
  recalls: {
    open: { ...oldest, name: 'Open', filter: { status: 'OPEN' } },
    closed: { ...newest, name: 'Closed', filter: { status: 'CLOSED' } },
  },
  'stock-counts': {
    due: { ...oldest, name: 'Due', filter: { status: 'PLANNED' } },
    counting: { ...oldest, name: 'Counting', filter: { status: 'COUNTING' } },
    approve: { ...oldest, name: 'To approve', filter: { status: 'REVIEW' } },
  },
  'stock-transfers': {
    pending: { ...oldest, name: 'Pending', filter: { status: 'pending' } },
    completed: { ...newest, name: 'Completed', filter: { status: 'completed' } },
  },
  'kit-orders': {
    pending: { ...oldest, name: 'Pending', filter: { status: 'pending' } },
    completed: { ...newest, name: 'Completed', filter: { status: 'completed' } },
  },
  production: {
    made: { sort: '-at', name: 'Completed', filter: { status: 'made' } },
    reversed: { sort: '-at', name: 'Reversed', filter: { status: 'taken_back' } },
  },
  'purchase-orders': {
    drafts: { ...oldest, name: 'Drafts', filter: { status: 'Draft' } },
    approve: { ...oldest, name: 'To approve', filter: { status: 'Pending Approval' } },
    receive: { ...oldest, name: 'To receive', filter: { awaited: 'true' } },
    late: { ...oldest, name: 'Late', filter: { late: 'true' } },
    partlyReceived: { ...oldest, name: 'Partially received', filter: { status: 'Partially Received' } },
  },
  customers: {
    call: { sort: 'lastOrderDate', name: 'To call', filter: { calls: 'mine' }, right: 'crm.view' },
    mine: { ...byName, name: 'My customers', filter: { owner: 'mine' }, right: 'crm.view' },
    unassigned: { ...newest, name: 'Unassigned', filter: { owner: 'none' }, right: 'crm.view' },
    inactive: { sort: 'lastOrderDate', name: 'Inactive', filter: { ordered: 'silent' } },
    withoutOrders: { ...newest, name: 'Never ordered', filter: { ordered: 'never' } },
  },
  suppliers: {
    inactive: { sort: 'lastOrderDate', name: 'Inactive', filter: { ordered: 'silent' } },
    withoutOrders: { ...newest, name: 'Never ordered', filter: { ordered: 'never' } },
  },
  prospects: {
    due: { sort: 'followUpDate', name: 'Follow-up due', filter: { due: 'due' } },
    overdue: { sort: 'followUpDate', name: 'Follow-up overdue', filter: { due: 'overdue' } },
    without: { ...newest, name: 'Without follow-up', filter: { due: 'none' } },
    mine: { sort: 'followUpDate', name: 'My prospects', filter: { owner: 'mine' } },
    unassigned: { ...newest, name: 'Unassigned', filter: { owner: 'none' } },
  },
  opportunities: {
    late: { sort: 'expectedClose', name: 'Late', filter: { closing: 'late' } },
    thisMonth: { sort: 'expectedClose', name: 'Closing this month', filter: { closing: 'thisMonth' } },
    nextMonth: { sort: 'expectedClose', name: 'Closing next month', filter: { closing: 'nextMonth' } },
    mine: { sort: 'expectedClose', name: 'My opportunities', filter: { owner: 'mine' } },
    unassigned: { ...newest, name: 'Unassigned', filter: { owner: 'none' } },
  },
  contacts: {
    customers: { ...byName, name: 'Of customers', filter: { at: 'customer' } },
    suppliers: { ...byName, name: 'Of suppliers', filter: { at: 'supplier' } },
    unassigned: { ...newest, name: 'Unassigned', filter: { at: 'nobody' } },
  },
  users: {
    active: { ...byName, name: 'Active', filter: { suspended: 'false' } },
    suspended: { ...byName, name: 'Suspended', filter: { suspended: 'true' } },
  },
  'retention-candidates': {
    ready: { sort: '-lastOrderDate', name: 'Ready', filter: { status: 'ready' } },
    excluded: { sort: '-lastOrderDate', name: 'Excluded', filter: { status: 'excluded' } },
  },
  'retention-log': {
    failed: { sort: '-timestamp', name: 'Failed', filter: { status: 'Failed' } },
  },
  'deleted-items': {
    week: { sort: '-deletedAt', name: 'Last 7 days', filter: { within: '7' } },
    month: { sort: '-deletedAt', name: 'Last 30 days', filter: { within: '30' } },
  },
} as const satisfies Record<string, Record<string, StandardView>>

/** The standard views of a list; none if it has no filters. */
export function standardViewsOf(list: string): readonly StandardView[] {
  return Object.values((standardViews as Readonly<Record<string, Record<string, StandardView>>>)[list] ?? {})
}
