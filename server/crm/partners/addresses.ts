import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import type { Address, AddressInput } from '#shared/crm/partners/partners-api.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { openEstimates } from '#shared/sales/estimates/estimate-transitions.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { refuseUsed, usedBy } from '#server/kernel/assert-unused.ts'
import type { Work } from '#server/kernel/work.ts'
import { fieldChanges } from './field-changes.ts'
import { ownerOf } from './partner-kinds.ts'
import { getPartner, lockPartner, type PartnerKind } from './partners.ts'
import { placeStopsLater } from './place-stops-later.ts'

type Input = z.output<typeof AddressInput>
type Row = Address & { account_id: string | null; supplier_id: string | null }

/** For adding addresses; a merge may exceed it. */
const maxAddresses = 50
const columns = sql`d.id, d.kind, d.name, d.address, d.country, d.latitude, d.longitude, d.version`
const columnsOf = ({ latitude, longitude, ...rest }: Input) => ({
  ...rest,
  latitude: latitude ?? null,
  longitude: longitude ?? null,
})

export async function listAddresses(db: Db, kind: PartnerKind, ownerId: string): Promise<Address[]> {
  await getPartner(db, kind, ownerId)
  const { rows } = await sql<Address>`select ${columns} from addresses d where d.${sql.ref(kind.key)} = ${ownerId}
    order by d.created_at, d.id`.execute(db)
  return rows
}

export async function addAddress(work: Work, kind: PartnerKind, ownerId: string, input: Input): Promise<Address> {
  await lockPartner(work.tx, kind, ownerId)
  const { rows } = await sql<{ count: number }>`select count(*) as count from addresses
    where ${sql.ref(kind.key)} = ${ownerId}`.execute(work.tx)
  if ((rows[0]?.count ?? 0) >= maxAddresses) throw new Refusal('IN_USE', `There are ${maxAddresses} addresses already.`)
  const id = newId()
  await work.tx
    .insertInto('addresses')
    .values({ id, [kind.key]: ownerId, ...columnsOf(input), created_at: work.now, updated_at: work.now })
    .execute()
  auditAddress(work, kind, ownerId, 'address.added', { kind: input.kind, address: input.address })
  return getAddress(work.tx, id)
}

export async function updateAddress(work: Work, id: string, version: number, input: Input): Promise<Address> {
  const before = await lockAddress(work, id)
  if (before.version !== version) {
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: before.version } })
  }
  const change = { ...columnsOf(input), version: version + 1, updated_at: work.now }
  await work.tx.updateTable('addresses').set(change).where('id', '=', id).execute()
  const after = await getAddress(work.tx, id)
  const [kind, ownerId] = ownerOf(before)
  if (before.account_id !== null && before.latitude === null && after.latitude !== null)
    await placeStopsLater(work, before.account_id)
  const { account_id: _, supplier_id: __, ...shown } = before
  auditAddress(work, kind, ownerId, 'address.changed', { address: after.address, changes: fieldChanges(shown, after) })
  return after
}

/** `keep` stores the address in the documents that use it; it may lock tables that come before orders. */
export async function deleteAddress(work: Work, id: string, keep: () => Promise<void>): Promise<void> {
  const before = await lockAddress(work, id, async () => {
    await keep()
    await holdOrders(work, id)
  })
  await assertNotChosen(work, id)
  await work.tx.deleteFrom('addresses').where('id', '=', id).execute()
  const [kind, ownerId] = ownerOf(before)
  auditAddress(work, kind, ownerId, 'address.removed', { kind: before.kind, address: before.address })
}

/** Locks the orders to this address, so that their status doesn't change meanwhile. */
async function holdOrders(work: Work, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from sales_orders where ${id}::uuid in (ship_to_id, bill_to_id)
    order by id for share`.execute(work.tx)
  work.locks.take('salesOrder', ...rows.map((row) => row.id))
}

/** Throws IN_USE while a document still refers to the address; confirmed orders have their own copy. */
async function assertNotChosen(work: Work, id: string): Promise<void> {
  const isChosen = sql`${id}::uuid in (w.ship_to_id, w.bill_to_id) and w.deleted_at is null`
  const order = sql`select 'salesOrder' as kind, w.id, w.number as name from sales_orders w
    where ${isChosen} and w.status = 'PENDING'`
  const estimate = sql`select 'estimate' as kind, w.id, w.number as name from estimates w
    where ${isChosen} and w.status in ${oneOf(openEstimates)}`
  const requisition = sql`select 'account' as kind, a.id, a.name from requisitions q join accounts a on a.id = q.account_id
    where q.ship_to_id = ${id} and q.status = 'Waiting'`
  refuseUsed([
    await usedBy(work.tx, order, (count) => `${count} pending ${count === 1 ? 'order goes' : 'orders go'} there.`),
    await usedBy(
      work.tx,
      estimate,
      (count) => `${count} open ${count === 1 ? 'estimate goes' : 'estimates go'} there.`,
    ),
    await usedBy(
      work.tx,
      requisition,
      (count) =>
        `${count} ${count === 1 ? 'order that waits' : 'orders that wait'} for the customer’s approval would go there.`,
    ),
  ])
}

/** Locks the account, and what `hold` locks, before the address: merges use the same order. */
async function lockAddress(work: Work, id: string, hold?: () => Promise<void>): Promise<Row> {
  const found =
    await sql<Row>`select ${columns}, d.account_id, d.supplier_id from addresses d where d.id = ${id}`.execute(work.tx)
  if (!found.rows[0]) throw new Refusal('NOT_FOUND')
  await lockPartner(work.tx, ...ownerOf(found.rows[0]))
  await hold?.()
  const { rows } = await sql<Row>`select ${columns}, d.account_id, d.supplier_id from addresses d where d.id = ${id}
    for update`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

async function getAddress(tx: Tx, id: string): Promise<Address> {
  const { rows } = await sql<Address>`select ${columns} from addresses d where d.id = ${id}`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

function auditAddress(
  work: Work,
  { entity }: PartnerKind,
  ownerId: string,
  act: string,
  details: Record<string, unknown>,
) {
  work.audit(`${entity}.${act}`, entity, ownerId, details)
  work.announce('account_updated', { accountId: ownerId })
}
