import { eventNames, localEventNames, type Emitted } from '#shared/http/event-names.ts'
import type { Route } from '#shared/http/route.ts'
import { consignmentApi } from '#shared/portal/consignment-api.ts'
import { portalDeliveriesApi } from '#shared/portal/deliveries-api.ts'
import { portalEstimatesApi } from '#shared/portal/estimates-api.ts'
import { portalHomeApi } from '#shared/portal/home-api.ts'
import { portalInvoicesApi } from '#shared/portal/invoices-api.ts'
import { orderMessagesApi } from '#shared/portal/messages-api.ts'
import { portalOrdersApi } from '#shared/portal/orders-api.ts'
import { portalRecallsApi } from '#shared/portal/recalls-api.ts'
import { portalReturnsApi } from '#shared/portal/returns-api.ts'
import { shelfApi } from '#shared/portal/shelf-api.ts'
import { portalUsersApi } from '#shared/portal/users-api.ts'

const apis = [
  portalHomeApi,
  portalOrdersApi,
  portalEstimatesApi,
  portalInvoicesApi,
  portalReturnsApi,
  portalDeliveriesApi,
  portalRecallsApi,
  portalUsersApi,
  shelfApi,
  consignmentApi,
  { listMessages: orderMessagesApi.listMessages },
]
const reads = apis
  .flatMap((api): Route[] => Object.values(api))
  .filter(({ method, spec }) => method === 'GET' && !spec.download)

const nothing = Object.fromEntries([...eventNames, ...localEventNames].map((name) => [name, []])) as unknown as Record<
  Emitted,
  readonly Route[]
>

/** The events that a customer's users receive, only about their own customer. */
const customerEvents = ['sales_order_updated', 'invoice_updated', 'shipping_updated', 'account_updated'] as const
const readsByEvent = Object.fromEntries(customerEvents.map((name) => [name, reads]))

/** Events → the portal's GETs that they invalidate: always all of them, since a customer has few open at a time. */
export const portalRefetched: Record<Emitted, readonly Route[]> = { ...nothing, ...readsByEvent, portal_updated: reads }
