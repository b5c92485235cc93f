import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Balance, balancesApi } from '#shared/invoicing/balances-api.ts'
import { formatAmount } from '#shared/money.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ChangedMeanwhile } from '#server/kernel/last-change.ts'
import type { Work } from '#server/kernel/work.ts'
import { sumAges } from './ageing.ts'

interface Row {
  due: string
  credit: number | null
  waiting: string
  credit_limit: number | null
  tax_exempt: boolean | null
  reminders: boolean | null
  email: string | null
  version: number | null
}

/** Backordered orders are promised to the customer, but have no invoice yet. */
const exposureColumns = sql`
  (select coalesce(sum(v.total - v.paid), 0) from invoices v where v.account_id = a.id and v.deleted_at is null and v.voided_at is null)::text as due,
  (select c.credit from customer_credit c where c.account_id = a.id) as credit,
  (select coalesce(sum(o.total), 0) from sales_orders o where o.account_id = a.id and o.deleted_at is null
    and o.status = 'AWAITING_STOCK' and not exists (select 1 from invoices v where v.order_id = o.id and v.voided_at is null))::text as waiting,
  a.credit_limit`

/** Throws NOT_FOUND. */
export async function getBalance(db: Db | Tx, accountId: string): Promise<Balance> {
  const { rows } = await sql<Row>`select ${exposureColumns}, b.tax_exempt, b.reminders, b.version, a.email
    from accounts a left join account_billing b on b.account_id = a.id
    where a.id = ${accountId} and a.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  const balance = BigInt(row.due) - BigInt(row.credit ?? 0)
  return {
    due: formatAmount(BigInt(row.due)),
    credit: formatAmount(row.credit ?? 0),
    balance: formatAmount(balance),
    owed: formatAmount(balance + BigInt(row.waiting)),
    creditLimit: row.credit_limit === null ? null : formatAmount(row.credit_limit),
    ages: await sumAges(db, accountId),
    taxExempt: row.tax_exempt ?? false,
    reminders: row.reminders ?? true,
    email: row.email,
    version: row.version ?? 1,
  }
}

/** What counts against a customer's credit limit, in minor units; null without a limit. The customer's credit must be locked. */
export async function getExposure(work: Work, accountId: string, orderId: string) {
  const { rows } = await sql<Row>`select ${exposureColumns} from accounts a
    where a.id = ${accountId}`.execute(work.tx)
  const [row] = rows
  if (!row || row.credit_limit === null) return null
  // The order itself may already be backordered.
  const own = await sql<{ total: number }>`select total from sales_orders
    where id = ${orderId} and status = 'AWAITING_STOCK'`.execute(work.tx)
  const outstanding = BigInt(row.due) + BigInt(row.waiting) - BigInt(row.credit ?? 0) - BigInt(own.rows[0]?.total ?? 0)
  return { limit: BigInt(row.credit_limit), outstanding }
}

type Billing = RequestOf<(typeof balancesApi.putBilling)['spec']>['body']

/** Throws NOT_FOUND, and VERSION_CONFLICT unless `version` is current; it is 1 until billing is first set. */
export async function putBilling(work: Work, accountId: string, version: number, billing: Billing): Promise<Balance> {
  const { taxExempt, reminders } = billing
  const { rows: held } =
    await sql`select 1 from accounts where id = ${accountId} and deleted_at is null for share`.execute(work.tx)
  if (held.length === 0) throw new Refusal('NOT_FOUND')
  const rows = await work.tx
    .insertInto('account_billing')
    .columns(['account_id', 'tax_exempt', 'reminders', 'version'])
    .expression(sql`select ${accountId}::uuid, ${taxExempt}::boolean, ${reminders}::boolean, 2
      where ${version}::int = 1 or exists (select 1 from account_billing where account_id = ${accountId})`)
    .onConflict((oc) =>
      oc
        .column('account_id')
        .doUpdateSet((eb) => ({
          tax_exempt: eb.ref('excluded.tax_exempt'),
          reminders: eb.ref('excluded.reminders'),
          version: sql<number>`account_billing.version + 1`,
          updated_at: work.now,
        }))
        .where(sql<boolean>`account_billing.version = ${version}`),
    )
    .returning('version')
    .execute()
  if (rows.length === 0) {
    const { version: currentVersion } = await getBalance(work.tx, accountId)
    throw new ChangedMeanwhile(currentVersion, { entity: 'account', id: accountId, acts: ['account.billing'] })
  }
  work.audit('account.billing', 'account', accountId, { taxExempt, reminders })
  work.announce('account_updated', { accountId })
  return getBalance(work.tx, accountId)
}
