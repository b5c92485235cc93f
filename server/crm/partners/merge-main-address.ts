import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Work } from '#server/kernel/work.ts'

/** Documents of that customer that went to the main address go to this one. */
export interface KeptAddress {
  accountId: string
  addressId: string
}

/**
 * The main address that a merge drops, as one of the addresses of the customer who stays. Null where nothing is dropped. What has no
 * country of its own was in the country of the main address.
 */
export async function keepMainAddress(
  work: Work,
  { id, otherId }: { id: string; otherId: string },
  takesAddress: boolean,
): Promise<KeptAddress | null> {
  const accountId = takesAddress ? id : otherId
  const stays = takesAddress ? otherId : id
  await sql`update addresses d set country = a.country from accounts a
    where d.account_id = ${accountId} and a.id = ${accountId} and d.country is null`.execute(work.tx)
  const { rows } = await sql<{ id: string }>`with dropped as (
      select a.name, a.address, a.country, a.latitude, a.longitude from accounts a, accounts s
      where a.id = ${accountId} and s.id = ${stays} and a.address is not null
        and (a.address, a.country) is distinct from (s.address, s.country)),
    known as (
      select d.id from addresses d, dropped a where d.account_id = ${accountId} and d.address = a.address
        and d.country is not distinct from a.country order by d.created_at, d.id limit 1),
    added as (
      insert into addresses (id, kind, account_id, name, address, country, latitude, longitude, created_at, updated_at)
      select ${newId()}, 'other', ${id}, left(a.name, 120), a.address, a.country, a.latitude, a.longitude, ${work.now}, ${work.now}
      from dropped a where not exists (select 1 from known) returning id)
    select id from known union all select id from added`.execute(work.tx)
  const [row] = rows
  return row ? { accountId, addressId: row.id } : null
}
