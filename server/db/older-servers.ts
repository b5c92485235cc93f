import type pg from 'pg'

/** uuidv7() as in PostgreSQL 18: milliseconds, 12 bits for the fraction of a millisecond, then random bits; sorted by time. */
const uuidv7 = `create or replace function public.uuidv7() returns uuid language sql volatile parallel safe as $$
  select encode(overlay(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(us / 1000) from 3) from 1 for 6)
    placing int2send((28672 + us % 1000 * 4096 / 1000)::int2) from 7 for 2), 'hex')::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) now
$$`

/** Creates, in SQL, the functions that migrations call and PostgreSQL 15 to 17 lack. Call it before the first migration. */
export async function addMissingFunctions(client: pg.Client, serverVersion: number): Promise<void> {
  if (serverVersion < 180_000) await client.query(uuidv7)
}
