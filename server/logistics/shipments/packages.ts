import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { grams, maxSerial, ssccOf } from '#shared/logistics/shipments/packages.ts'
import type { ShipmentStatus } from '#shared/logistics/shipments/shipment-status.ts'
import { whyNotPacked } from '#shared/logistics/shipments/shipment-transitions.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

type Packages = RequestOf<(typeof shipmentsApi.putPackages)['spec']>['body']['packages']

/** Sets how the goods of a shipment are packed, until they leave. Contents may not exceed the lines. */
export async function putPackages(work: Work, id: string, version: number, packages: Packages): Promise<void> {
  work.locks.take('shipment', id)
  const { rows } = await sql<{ number: string; status: ShipmentStatus; version: number }>`select number, status, version
    from shipments where id = ${id} and deleted_at is null for no key update`.execute(work.tx)
  const [shipment] = rows
  if (!shipment) throw new Refusal('NOT_FOUND')
  if (shipment.version !== version)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: shipment.version } })
  const why = whyNotPacked(shipment)
  if (why) throw new Refusal('NOT_EDITABLE', why)
  await refuseOverfull(work, id, packages)
  const rowsToKeep = packages.map(({ id: known, ...one }, at) => ({ ...one, id: known ?? newId(), number: at + 1 }))
  const ids = rowsToKeep.map((one) => one.id)
  if (new Set(ids).size < ids.length) throw invalid('packages', 'names a package twice')
  const others =
    await sql`select 1 from shipment_packages where id = any(${listOf(ids)}) and shipment_id <> ${id}`.execute(work.tx)
  if (others.rows.length > 0) throw invalid('packages', 'names a package of another shipment')
  await sql`delete from shipment_packages where shipment_id = ${id} and id <> all(${ids}::uuid[])`.execute(work.tx)
  await work.tx
    .insertInto('shipment_packages')
    .columns(['id', 'shipment_id', 'number', 'kind', 'weight_grams', 'is_cold', 'created_at'])
    .expression(
      sql`select id, ${id}, number, kind, grams, "isCold", ${work.now} from jsonb_to_recordset(${JSON.stringify(
        rowsToKeep.map((one) => ({ ...one, grams: one.weight ? grams(one.weight) : null })),
      )}::jsonb) as p(id uuid, number int, kind text, grams bigint, "isCold" boolean)`,
    )
    .onConflict((oc) =>
      oc.column('id').doUpdateSet((eb) => ({
        number: eb.ref('excluded.number'),
        kind: eb.ref('excluded.kind'),
        weight_grams: eb.ref('excluded.weight_grams'),
        is_cold: eb.ref('excluded.is_cold'),
      })),
    )
    .execute()
  await sql`delete from shipment_package_lines where package_id = any(${listOf(ids)})`.execute(work.tx)
  const contents = rowsToKeep.flatMap((one) => one.contents.map((part) => ({ package: one.id, ...part })))
  await work.tx
    .insertInto('shipment_package_lines')
    .columns(['package_id', 'shipment_line_id', 'quantity'])
    .expression(sql`select package, "lineId", quantity from jsonb_to_recordset(${JSON.stringify(contents)}::jsonb)
      as c(package uuid, "lineId" uuid, quantity int)`)
    .execute()
  const isWeighed = packages.length > 0 && packages.every(({ weight }) => weight)
  const total = packages.reduce((sum, { weight }) => sum + (weight ? grams(weight) : 0), 0)
  await work.tx
    .updateTable('shipments')
    .set({
      packages: packages.length,
      is_cold: packages.some(({ isCold }) => isCold),
      weight_grams: isWeighed ? total : null,
      version: nextVersion,
      updated_at: work.now,
    })
    .where('id', '=', id)
    .execute()
  await numberPackages(work, id)
  work.audit('shipment.packed', 'shipment', id, { number: shipment.number, packages: packages.length })
  work.announce('shipping_updated', { shippingId: id })
}

/** Refuses contents with more pieces of a line than it has. */
async function refuseOverfull(work: Work, id: string, packages: Packages): Promise<void> {
  const { rows } = await sql<{ id: string; quantity: number }>`select id, quantity from shipment_lines
    where shipment_id = ${id}`.execute(work.tx)
  const left = new Map(rows.map((row) => [row.id, row.quantity]))
  for (const [at, { contents }] of packages.entries()) {
    for (const { lineId, quantity } of contents) {
      const rest = left.get(lineId)
      if (rest === undefined) throw invalid(`packages.${at}.contents`, 'names no line of this shipment')
      if (quantity > rest) throw invalid(`packages.${at}.contents`, 'holds more than was picked')
      left.set(lineId, rest - quantity)
    }
    const named = contents.map(({ lineId }) => lineId)
    if (new Set(named).size < named.length) throw invalid(`packages.${at}.contents`, 'names a line twice')
  }
}

/**
 * Assigns serial numbers to packages without one, if the company has a GS1 prefix: each number is used only once, even if its
 * package is deleted. Throws LIMIT_REACHED when the prefix has none left.
 */
async function numberPackages(work: Work, shipmentId: string): Promise<void> {
  const { rows } = await sql<{ prefix: string | null; ids: string[] }>`select
      (select content #>> '{logistics,gs1Prefix}' from settings) as prefix,
      array(select id from shipment_packages where shipment_id = ${shipmentId} and sscc is null order by number) as ids`.execute(
    work.tx,
  )
  const [found] = rows
  if (!found?.prefix || found.ids.length === 0) return
  const { prefix, ids } = found
  work.locks.take('counter', 'SSCC')
  const { value: last } = await work.tx
    .insertInto('counters')
    .values({ name: 'SSCC', year: 0, value: ids.length })
    .onConflict((oc) =>
      oc.columns(['name', 'year']).doUpdateSet({ value: sql<number>`counters.value + ${ids.length}` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  if (last > maxSerial(prefix)) {
    throw new Refusal('LIMIT_REACHED', 'The company’s GS1 prefix has no serial numbers left for packages.')
  }
  const codes = ids.map((_, at) => ssccOf(prefix, last - ids.length + at + 1))
  await work.tx
    .updateTable('shipment_packages as k')
    .from(sql<{ id: string; sscc: string }>`unnest(${listOf(ids)}, ${codes}::text[])`.as<'n'>(sql`n(id, sscc)`))
    .set((eb) => ({ sscc: eb.ref('n.sscc') }))
    .whereRef('n.id', '=', 'k.id')
    .execute()
}
