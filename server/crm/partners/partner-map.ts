import { sql } from 'kysely'
import { maxMapPlaces, type PartnerMap } from '#shared/crm/partners/partners-api.ts'
import type { Db } from '#server/db/database.ts'
import { all } from '#server/db/keyset.ts'
import type { Caller } from '#server/kernel/work.ts'
import { matchingPartners, partnersOf, type PartnerChoice, type PartnerKind } from './partners.ts'

const weightOf = {
  accounts: sql`(select count(*) from sales_orders o where o.account_id = p.id and o.deleted_at is null)`,
  suppliers: sql`(select count(*) from items i where i.supplier_id = p.id and i.deleted_at is null)`,
}

/** The places of filtered partners: their main address, else their first other address with coordinates. */
export async function mapPartners(
  db: Db,
  kind: PartnerKind,
  choice: Omit<PartnerChoice, 'sort'>,
  caller: Caller,
): Promise<PartnerMap> {
  const where = all(matchingPartners(kind, choice, true, caller.userId))
  const { rows } = await sql<PartnerMap['places'][number]>`
    with meant as (select p.id, p.name, p.status, p.country, p.latitude, p.longitude, c.last_order_date as "lastOrderDate"
      from ${partnersOf(kind)} where ${where}),
    placed as (
      select m.id, m.name, m.status, m.country, m."lastOrderDate", coalesce(m.latitude, d.latitude) as latitude,
        coalesce(m.longitude, d.longitude) as longitude
      from meant m left join lateral (select latitude, longitude from addresses d
        where d.${sql.ref(kind.key)} = m.id and d.latitude is not null and m.latitude is null order by d.created_at, d.id limit 1) d on true)
    select p.*, ${weightOf[kind.table]} as weight
    from placed p where p.latitude is not null order by lower(p.name), p.id limit ${maxMapPlaces + 1}`.execute(db)
  const { rows: counted } = await sql<{ unplaced: number }>`select count(*) as unplaced from ${partnersOf(kind)}
    where ${where} and p.latitude is null and not exists (
      select 1 from addresses d where d.${sql.ref(kind.key)} = p.id and d.latitude is not null)`.execute(db)
  return {
    places: rows.slice(0, maxMapPlaces),
    unplaced: counted[0]?.unplaced ?? 0,
    isCut: rows.length > maxMapPlaces,
  }
}

/** Labels in use, with the number of partners of each. */
export async function listLabels(db: Db, table: PartnerKind['table'] | 'prospects') {
  const { rows } = await sql<{ label: string; count: number }>`select label, count(*) as count
    from ${sql.table(table)} p, unnest(p.labels) as label where p.deleted_at is null
    group by label order by lower(label), label limit 500`.execute(db)
  return { data: rows }
}
