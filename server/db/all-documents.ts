import { type RawBuilder, sql } from 'kysely'

/**
 * All documents of a partner, deleted ones too, as a subquery with every column of the table: living and deleted ones each have
 * an index by partner, and neither answers for both.
 */
export const allDocuments = (
  table: 'sales_orders' | 'invoices' | 'purchase_orders',
  key: 'account_id' | 'supplier_id',
  id: string,
): RawBuilder<unknown> =>
  sql`(${sql.join(
    [sql`is null`, sql`is not null`].map(
      (deleted) => sql`select * from ${sql.table(table)} where ${sql.ref(key)} = ${id} and deleted_at ${deleted}`,
    ),
    sql` union all `,
  )})`
