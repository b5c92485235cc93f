import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { openRoutes } from '#shared/logistics/shipments/route-status.ts'
import type { Db } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Announcement } from '#server/kernel/work.ts'
import { ofCustomer, ofRawMaterialsAlone, ofUser } from './rooms.ts'

/** An event and the room that receives it because the record is theirs (a customer, a driver, …). */
export interface Concern {
  room: string
  announcement: Announcement
}

/** Which kinds of users are connected: records are looked up only for them. */
export interface Listeners {
  customers: boolean
  rawMaterials: boolean
  drivers: boolean
}

/**
 * Finds who receives events in addition to the users of their module, with queries after the commit: events don't contain whose an
 * order, invoice, parcel or account is, or whether an item is a raw material.
 */
export async function concerned(
  db: Db,
  announcements: readonly Announcement[],
  { customers, rawMaterials, drivers }: Listeners,
): Promise<Concern[]> {
  const ofDrivers = drivers ? await driversConcerned(db, announcements) : []
  const named = announcements.flatMap((announcement) => {
    const id = (customers && ofCustomers(announcement)) || (rawMaterials && ofItems(announcement))
    return id ? [{ announcement, id }] : []
  })
  if (named.length === 0) return ofDrivers
  const ids = named.map(({ id }) => id)
  const { rows } = await sql<{ id: string; accountId: string | null }>`
    select o.id, o.account_id as "accountId" from sales_orders o where o.id = any(${listOf(ids)})
    union all select e.id, e.account_id from estimates e where e.id = any(${listOf(ids)}) and e.status <> 'Draft'
    union all select i.id, i.account_id from invoices i where i.id = any(${listOf(ids)})
    union all select s.id, o.account_id from shipments s join sales_orders o on o.id = s.order_id
      where s.id = any(${listOf(ids)})
    union all select a.id, a.id from accounts a where a.id = any(${listOf(ids)})
    union all select m.id, null from items m where m.id = any(${listOf(ids)}) and m.kind = 'raw_material'`.execute(db)
  const rooms = new Map(rows.map(({ id, accountId }) => [id, accountId ? ofCustomer(accountId) : ofRawMaterialsAlone]))
  const delivered = named.flatMap(({ announcement, id }) => {
    const room = rooms.get(id)
    return room ? [{ room, announcement }] : []
  })
  return [...delivered, ...ofDrivers]
}

/** Drivers receive events of their own routes and of the shipments on them. */
async function driversConcerned(db: Db, announcements: readonly Announcement[]): Promise<Concern[]> {
  const named = announcements.flatMap((announcement) => {
    const id = ofDrivenRoutes(announcement)
    return id ? [{ announcement, id }] : []
  })
  if (named.length === 0) return []
  const ids = named.map(({ id }) => id)
  const { rows } = await sql<{ id: string; driverId: string; shippingId: string | null }>`
    select r.id, r.driver_id as "driverId", null::uuid as "shippingId" from routes r where r.id = any(${listOf(ids)})
    union all select n.id, r.driver_id, p.shipment_id from (
        select p.shipment_id as id, p.id as stop from route_stops p where p.shipment_id = any(${listOf(ids)})
        union all select p.order_id, p.id from route_stops p where p.order_id = any(${listOf(ids)})
        union all select v.id, p.id from invoices v join route_stops p on p.order_id = v.order_id
          where v.id = any(${listOf(ids)})) n
      join route_stops p on p.id = n.stop join routes r on r.id = p.route_id
      where p.removed_at is null and r.deleted_at is null and r.status in ${oneOf(openRoutes)}`.execute(db)
  const delivered = named.flatMap(({ announcement, id }) =>
    rows
      .filter((row) => row.id === id)
      .map(({ driverId, shippingId }) => ({
        room: ofUser(driverId),
        announcement: shippingId ? ofShipment(shippingId) : announcement,
      })),
  )
  return [...new Map(delivered.map((one) => [JSON.stringify(one), one])).values()]
}

/** For a change of an order or invoice, a driver receives an event of its shipment. */
const ofShipment = (shippingId: string): Announcement => ({ name: 'shipping_updated', payload: { shippingId } })

/** Orders matter to drivers when a lot in the parcel is recalled, invoices when the amount to collect on delivery is paid. */
function ofDrivenRoutes({ name, payload }: Announcement): string | undefined {
  if (name === 'route_updated' || name === 'tracking_updated') return payload.routeId
  if (name === 'sales_order_updated') return payload.salesOrderId
  if (name === 'invoice_updated') return payload.invoiceId
  return name === 'shipping_updated' ? payload.shippingId : undefined
}

function ofCustomers({ name, payload }: Announcement): string | undefined {
  if (name === 'sales_order_updated') return payload.salesOrderId
  if (name === 'invoice_updated') return payload.invoiceId
  if (name === 'shipping_updated') return payload.shippingId
  if (name === 'account_updated') return payload.accountId
  return undefined
}

const ofItems = ({ name, payload }: Announcement) => (name === 'inventory_updated' ? payload.itemId : undefined)
