import { type RawBuilder, sql } from 'kysely'

/**
 * All documents of a partner, including deleted ones, as a subquery with every column of the table. A `union all`, because there
 * is one partial index for documents that aren't deleted and another for deleted ones.
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
