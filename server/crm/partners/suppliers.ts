import { selection } from '#server/db/selection.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import type { Supplier, SupplierInput } from '#shared/crm/partners/api.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { lockVersion } from '#server/kernel/changes.ts'
import type { Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { auditUpdate, deletePartner } from './partner-changes.ts'
import { type PartnerBase, getPartner, type PartnerKind } from './partners.ts'

type Input = z.output<typeof SupplierInput>

export const supplierKind: PartnerKind<Omit<Supplier, keyof PartnerBase>> = {
  table: 'suppliers',
  key: 'supplier_id',
  entity: 'supplier',
  columns: selection<Pick<Supplier, 'products'>>({
    products: sql`(select count(*) from items i where i.supplier_id = p.id and i.deleted_at is null)`,
  }),
  code: sql`null::text`,
  lastOrders: 'supplier_last_orders',
}

const columnsOf = ({ taxNumber, latitude, longitude, ...rest }: Input) => ({
  ...rest,
  latitude: latitude ?? null,
  longitude: longitude ?? null,
  tax_number: taxNumber,
})

export async function createSupplier(work: Work, input: Input): Promise<Supplier> {
  const id = newId()
  await assertUnique(work.tx, input.name, id)
  await work.tx
    .insertInto('suppliers')
    .values({ id, ...columnsOf(input), created_at: work.now, updated_at: work.now })
    .execute()
  work.audit('supplier.created', 'supplier', id, { name: input.name })
  work.announce('account_updated', { accountId: id })
  return getPartner(work.tx, supplierKind, id)
}

export async function updateSupplier(work: Work, id: string, version: number, input: Input): Promise<Supplier> {
  await lockVersion(work.tx, 'suppliers', id, version)
  await assertUnique(work.tx, input.name, id)
  const before = await getPartner(work.tx, supplierKind, id)
  const change = { ...columnsOf(input), version: version + 1, updated_at: work.now }
  await work.tx.updateTable('suppliers').set(change).where('id', '=', id).execute()
  return auditUpdate(work, supplierKind, before)
}

/** Refused while products refer to the supplier, or an order to them is open. */
export const deleteSupplier = (work: Work, id: string): Promise<void> => deletePartner(work, supplierKind, id)

async function assertUnique(tx: Tx, name: string, id: string): Promise<void> {
  const { rows } = await sql`select 1 from suppliers
    where lower(name) = lower(${name}) and id <> ${id} and deleted_at is null`.execute(tx)
  if (rows.length > 0) {
    throw new Refusal('ALREADY_EXISTS', `A supplier named ${name} already exists.`, { fields: { name: 'is taken' } })
  }
}
