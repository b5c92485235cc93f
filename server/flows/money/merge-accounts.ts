import { sql } from 'kysely'
import type { Account } from '#shared/crm/partners/api.ts'
import type { AccountMergeField, Moved } from '#shared/crm/partners/merge-api.ts'
import { formatAmount } from '#shared/money.ts'
import { accountKind } from '#server/crm/partners/accounts.ts'
import { fieldChanges } from '#server/crm/partners/field-changes.ts'
import { keepMainAddress } from '#server/crm/partners/merge-main-address.ts'
import { joinAccounts, lockBoth, type Merging, moveOwn } from '#server/crm/partners/merge-records.ts'
import { getPartner } from '#server/crm/partners/partners.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { lockLogins, moveLogins } from '#server/identity/users/move-logins.ts'
import { moveTaken } from '#server/identity/users/taken-invitations.ts'
import { moveConsignee } from '#server/inventory/locations/consignee.ts'
import { moveRecalls } from '#server/inventory/recalls/move-recalls.ts'
import { lockCredits, mergeCredit, readCredit } from '#server/invoicing/merge-credit.ts'
import { moveInvoices, takeTaxExemption } from '#server/invoicing/move-invoices.ts'
import { movePortal } from '#server/portal/move-portal.ts'
import { moveRetention } from '#server/retention/move-retention.ts'
import { moveEstimates, moveOrders } from '#server/sales/orders/move-orders.ts'

/**
 * Merges one customer into another. Locks in the general lock order: logins, both customers by id, estimates, the credit of both,
 * orders, invoices, recalls. A transaction that is creating an order for the other customer has locked it: the merge waits for it
 * and moves the new order too; later ones find that customer deleted.
 */
export async function mergeAccounts(
  work: Work,
  merging: Merging,
  take: readonly AccountMergeField[],
): Promise<{ account: Account; moved: Moved }> {
  const { id, otherId } = merging
  await lockLogins(work, otherId)
  work.locks.take('account', ...[id, otherId].toSorted())
  await lockBoth(work, 'accounts', merging)
  const before = await getPartner(work.tx, accountKind, id)
  const other = await getPartner(work.tx, accountKind, otherId)
  const former = await keepMainAddress(work, merging, take.includes('address'))
  const moved = await countMoves(work.tx, otherId)
  await moveEstimates(work, otherId, id, former)
  const credit = await lockCredits(work, otherId, id)
  await moveLogins(work, otherId, id)
  await moveOrders(work, otherId, id, former)
  await moveInvoices(work, otherId, id)
  if (take.includes('taxExempt')) await takeTaxExemption(work, otherId, id)
  await moveRecalls(work, otherId, id)
  await moveOwn(work, otherId, id)
  await mergeCredit(work, otherId, id, credit)
  await moveRetention(work, otherId, id)
  await movePortal(work, otherId, id, former)
  await moveConsignee(work, otherId, id)
  await moveTaken(work, otherId, id)
  await joinAccounts(work, merging, take)
  const account = await getPartner(work.tx, accountKind, id)
  const changes = fieldChanges(before, account)
  work.audit('account.merged', 'account', id, {
    name: other.name,
    otherId,
    moved,
    credit: formatAmount(credit),
    changes,
  })
  work.audit('account.mergedInto', 'account', otherId, { name: account.name, into: id })
  for (const accountId of [id, otherId]) work.announce('account_updated', { accountId })
  return { account, moved }
}

/** The counts of what a merge would move now. Throws NOT_FOUND if one of the two doesn't exist. */
export async function previewMerge(db: Db, id: string, otherId: string) {
  const [primary, other, credit] = await Promise.all([
    getPartner(db, accountKind, id),
    getPartner(db, accountKind, otherId),
    readCredit(db, otherId),
  ])
  return { kept: primary, other, moves: await countMoves(db, otherId), credit }
}

/** Counts what lists show of a customer; deleted records are moved too, but not counted. */
async function countMoves(db: Db | Tx, id: string): Promise<Moved> {
  const ofTheirs = sql`account_id = ${id} and deleted_at is null`
  const { rows } = await sql<Moved>`select
    (select count(*) from sales_orders where ${ofTheirs}) as orders,
    (select count(*) from estimates where ${ofTheirs}) as estimates,
    (select count(*) from invoices where ${ofTheirs}) as invoices,
    (select count(*) from contacts where ${ofTheirs}) as contacts,
    (select count(*) from addresses where account_id = ${id}) as addresses,
    (select count(*) from partner_notes where account_id = ${id}) as notes,
    (select count(*) from users where ${ofTheirs}) as logins,
    (select count(*) from prospects where ${ofTheirs}) as prospects,
    (select count(*) from opportunities where ${ofTheirs}) as opportunities,
    (select count(*) from recall_customers where account_id = ${id}) as recalls`.execute(db)
  return rows[0] as Moved
}
