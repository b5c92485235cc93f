import { whyNotInstructed, whyNotRescheduled } from '#shared/logistics/tracking/tracking-guards.ts'
import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { formatDay } from '#shared/format-day.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import {
  deliveryFailureSentences,
  type DeliveryFailure,
  type ShipmentMethod,
} from '#shared/logistics/shipments/shipment-status.ts'
import { maxDaysAhead, type Tracking, trackingDaysAfterDelivery } from '#shared/logistics/tracking/api.ts'
import type { OrderFacts } from '#shared/sales/orders/order-guards.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { utc } from '#server/db/timestamps.ts'
import { returnNumbers } from '#server/kernel/shipped-goods.ts'
import { lastStopSql } from '#server/logistics/shipments/shipment-rows.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { hashOf, issueLinks } from './delivery-notices.ts'

/** A 256-bit secret with which the customer follows one delivery; only its hash is stored. */
export async function issueTrackingLink(work: Work, shipmentId: string): Promise<string> {
  const { rows } = await sql`select 1 from shipments s where s.id = ${shipmentId} and s.deleted_at is null`.execute(
    work.tx,
  )
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
  const links = await issueLinks(work, [shipmentId])
  work.audit('shipment.trackingLink', 'shipment', shipmentId)
  return links.get(shipmentId) ?? ''
}

interface Row extends Omit<Tracking, 'failureReason' | 'mayInstruct' | 'mayReschedule'> {
  orderId: string
  ofOrder: Pick<OrderFacts, 'status' | 'returns'>
  method: ShipmentMethod | null
  failureReason: DeliveryFailure | null
}

/** What was signed for at the delivery, line by line, shown to holders of the link. */
const proofSql = sql`(select json_build_object('receivedBy', f.received_by, 'signedAt', ${utc(sql`f.device_at`)},
      'signature', f.signature, 'strokes', f.strokes, 'typedName', case when f.strokes is null then f.typed_name end, 'hash', f.hash, 'lines', (select json_agg(json_build_object(
        'product', i.name, 'lot', case when t.id = i.id then null else t.lot_number end, 'quantity', x.quantity, 'delivered', e.delivered,
        'refused', e.refused, 'damaged', e.damaged) order by x.id)
        from shipment_lines x join delivered_lines e on e.shipment_line_id = x.id and e.stop_id is not distinct from f.stop_id
        join items i on i.id = x.item_id join lots t on t.id = x.lot_id where x.shipment_id = s.id))
    from delivery_proofs f where f.shipment_id = s.id and f.undone_at is null order by f.received_at desc limit 1)`

const ended = sql`s.delivered_at + make_interval(days => ${trackingDaysAfterDelivery})`

/** The delivery status of the shipment (s) and order (o) that `where` selects. */
async function readTracking(
  db: Db | Tx,
  where: RawBuilder<unknown>,
): Promise<(Tracking & Pick<Row, 'orderId' | 'ofOrder' | 'method'>) | undefined> {
  const isNext = sql`(p.status = 'ON_THE_WAY' and r.status = 'IN_PROGRESS')`
  const { rows } = await sql<Row>`select s.number, o.number as order, o.id as "orderId", s.method,
      json_build_object('status', o.status, 'returns', ${returnNumbers}) as "ofOrder",
      coalesce((select content #>> '{company,name}' from settings), 'Wardstock') as company, s.status,
      s.expected_date as "expectedDate", case when p.finished_at is null and r.status = 'IN_PROGRESS' then p.eta end as eta,
      case when r.status = 'IN_PROGRESS' and p.finished_at is null then (select count(*)::int from route_stops b
        where b.route_id = p.route_id and b.removed_at is null and b.finished_at is null and b.sequence < p.sequence) end as "stopsBefore",
      case when r.status = 'IN_PROGRESS' then split_part(u.name, ' ', 1) end as driver,
      case when ${isNext} then (select json_build_object('latitude', h.latitude, 'longitude', h.longitude,
          'accuracy', h.accuracy, 'at', h.at) from driver_positions h where h.route_id = r.id order by h.at desc limit 1) end as position,
      s.delivered_at as "deliveredAt", s.received_by as "receivedBy", s.failure_reason as "failureReason",
      s.packages, s.instruction, ${ended} as "expiresAt", s.carrier, s.tracking_number as "trackingNumber",
      coalesce((select content ->> 'timeZone' from settings), 'UTC') as "timeZone",
      case when p.window_from is not null and p.finished_at is null then json_build_object('from', ${utc(sql`p.window_from`)},
        'to', ${utc(sql`p.window_to`)}) end as window,
      case when ${isNext} and p.latitude is not null then json_build_object('latitude', p.latitude, 'longitude', p.longitude) end as place,
      ${proofSql} as proof
    from shipments s join sales_orders o on o.id = s.order_id
    left join lateral ${lastStopSql} p on true left join routes r on r.id = p.route_id left join users u on u.id = r.driver_id
    where s.deleted_at is null and ${where}`.execute(db)
  const [row] = rows
  return (
    row && {
      ...row,
      failureReason:
        row.status === 'FAILED_DELIVERY' && row.failureReason ? deliveryFailureSentences[row.failureReason] : null,
      mayInstruct: !whyNotInstructed(row),
      mayReschedule: !whyNotRescheduled(row.ofOrder),
    }
  )
}

/** The tracking page of a link. Throws TOKEN_INVALID for an unknown or expired link, without revealing which. */
export async function showTracking(db: Db | Tx, token: string, now: Date): Promise<Tracking> {
  const { orderId: _orderId, ofOrder: _ofOrder, method: _method, ...shown } = await readLinked(db, token, now)
  return shown
}

async function readLinked(db: Db | Tx, token: string, now: Date) {
  const tracking = await readTracking(
    db,
    sql`s.id = (select k.shipment_id from tracking_links k where k.token_hash = ${hashOf(token)})
      and (s.delivered_at is null or ${ended} > ${now})`,
  )
  if (!tracking) throw new Refusal('TOKEN_INVALID', 'This link has ended. Ask us for another.')
  return tracking
}

/** The same for a customer's own delivery, as long as it is stored. Throws NOT_FOUND for another customer's. */
export const trackDelivery = (db: Db, accountId: string, shipmentId: string) =>
  readStored(db, sql`s.id = ${shipmentId} and o.account_id = ${accountId} and o.deleted_at is null`)

/** The same for the company's users. Throws NOT_FOUND. */
export const trackShipment = (db: Db, shipmentId: string) => readStored(db, sql`s.id = ${shipmentId}`)

async function readStored(db: Db, where: RawBuilder<unknown>): Promise<Tracking & { orderId: string }> {
  const tracking = await readTracking(db, where)
  if (!tracking) throw new Refusal('NOT_FOUND')
  const { ofOrder: _ofOrder, method: _method, ...shown } = tracking
  return shown
}

/** Sets instructions for the driver, until the goods are delivered, if one of our drivers delivers them. */
export async function instructDriver(work: Work, token: string, instruction: string | null): Promise<Tracking> {
  const why = whyNotInstructed(await readLinked(work.tx, token, work.now))
  if (why) throw new Refusal('TOO_LATE', why)
  const rows = await work.tx
    .updateTable('shipments as s')
    .from('tracking_links as k')
    .set({ instruction, version: nextVersion, updated_at: work.now })
    .where('k.token_hash', '=', hashOf(token))
    .whereRef('s.id', '=', 'k.shipment_id')
    .returning('s.id')
    .execute()
  const id = rows[0]?.id ?? null
  work.audit('shipment.instructed', 'shipment', id, { reason: instruction })
  if (id) work.announce('shipping_updated', { shippingId: id })
  return showTracking(work.tx, token, work.now)
}

/** After a failed delivery the customer chooses another day: the new expected date of the shipment. */
export async function reschedule(work: Work, token: string, date: string): Promise<Tracking> {
  const why = whyNotRescheduled((await readLinked(work.tx, token, work.now)).ofOrder)
  if (why) throw new Refusal('INVALID_TRANSITION', why)
  if (date <= work.today || date > addDays(work.today, maxDaysAhead))
    throw invalid('date', `must be within the next ${maxDaysAhead} days`)
  const rows = await work.tx
    .updateTable('shipments as s')
    .from('tracking_links as k')
    .set({ expected_date: date, version: nextVersion, updated_at: work.now })
    .where('k.token_hash', '=', hashOf(token))
    .whereRef('s.id', '=', 'k.shipment_id')
    .returning('s.id')
    .execute()
  const id = rows[0]?.id ?? null
  work.audit('shipment.newDate', 'shipment', id, { reason: formatDay(date) })
  if (id) work.announce('shipping_updated', { shippingId: id })
  return showTracking(work.tx, token, work.now)
}

/** The file of the signature on the link's delivery. Throws NOT_FOUND if there is only a typed name. */
export async function findSignature(db: Db, token: string, now: Date): Promise<string> {
  const { proof } = await showTracking(db, token, now)
  if (!proof?.signature) throw new Refusal('NOT_FOUND')
  return proof.signature
}
