import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'

/** Copies an address to be deleted into all estimates that ship to it, as even deleted ones may be restored. */
export async function keepShipTo(work: Work, addressId: string): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select id from estimates where ${addressId}::uuid in (ship_to_id, bill_to_id)
    order by id for no key update`.execute(work.tx)
  work.locks.take('estimate', ...rows.map((row) => row.id))
  await work.tx
    .updateTable('estimates')
    .set({
      new_ship_to: sql`(select jsonb_build_object('name', d.name, 'address', d.address, 'country', d.country)
        from addresses d where d.id = estimates.ship_to_id)`,
    })
    .where('ship_to_id', '=', addressId)
    .execute()
}
