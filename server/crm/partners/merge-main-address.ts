import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Work } from '#server/kernel/work.ts'

/** The address that replaces the main address of a merged customer in documents. */
export interface FormerAddress {
  accountId: string
  addressId: string
}

/**
 * Stores the main address that a merge drops as an additional address of the remaining customer. Null if none is dropped.
 * Addresses without a country get the country of the main address first.
 */
export async function keepMainAddress(
  work: Work,
  { id, otherId }: { id: string; otherId: string },
  takesAddress: boolean,
): Promise<FormerAddress | null> {
  const accountId = takesAddress ? id : otherId
  const stays = takesAddress ? otherId : id
  await work.tx
    .updateTable('addresses as d')
    .from('accounts as a')
    .set((eb) => ({ country: eb.ref('a.country') }))
    .where('d.account_id', '=', accountId)
    .where('a.id', '=', accountId)
    .where('d.country', 'is', null)
    .execute()
  const { rows } = await sql<{
    name: string
    address: string
    country: string | null
    latitude: number | null
    longitude: number | null
    known: string | null
  }>`select left(a.name, 120) as name, a.address, a.country, a.latitude, a.longitude,
      (select d.id from addresses d where d.account_id = a.id and d.address = a.address and d.country is not distinct from a.country
        order by d.created_at, d.id limit 1) as known
    from accounts a join accounts s on s.id = ${stays}
    where a.id = ${accountId} and a.address is not null and (a.address, a.country) is distinct from (s.address, s.country)`.execute(
    work.tx,
  )
  const [dropped] = rows
  if (!dropped) return null
  const { known, ...address } = dropped
  if (known) return { accountId, addressId: known }
  const addressId = newId()
  const row = { id: addressId, kind: 'other', account_id: id, ...address, created_at: work.now, updated_at: work.now }
  await work.tx.insertInto('addresses').values(row).execute()
  return { accountId, addressId }
}
