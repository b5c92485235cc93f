import { sql } from 'kysely'
import { openShipments } from '#shared/logistics/shipments/shipment-status.ts'
import { oneOf } from '#server/db/one-of.ts'
import { hasExpired, isUnfit } from '#server/kernel/usable-lots.ts'
import { companyToday } from '#server/kernel/company-day.ts'

/** Why the lot `t` must not leave, as text. */
export const unfitWords = sql`case when ${hasExpired('t', companyToday)} then 'has expired' else 'is ' || lower(replace(t.status, '_', ' ')) end`
export const isUnfitLot = isUnfit('t', companyToday)

/** The lots of the shipment `s` that must not leave because they are blocked or have expired; texts as a JSON list. */
export const blockedLotsSql = sql<
  string[]
>`coalesce((select json_agg(distinct i.name || ', lot ' || t.lot_number || ', ' || ${unfitWords})
    from shipment_lines x join lots t on t.id = x.lot_id join items i on i.id = x.item_id
    where x.shipment_id = s.id and s.status in ${oneOf(openShipments)} and ${isUnfitLot}), '[]'::json)`
