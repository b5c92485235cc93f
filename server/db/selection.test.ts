import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import { selection } from './selection.ts'
import type { DB } from './tables.ts'

const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (other) => new PostgresIntrospector(other),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

interface Row {
  id: string
  status: 'PENDING' | 'DELIVERED'
  customer: string | null
  lineCount: number
}
type Tables = { o: 'sales_orders'; a: 'accounts' }

test('selection() returns each field of the row, from columns or SQL', () => {
  const columns = selection<Row, Tables>({
    id: 'o.id',
    status: 'o.status',
    customer: 'a.name',
    lineCount: sql`count(*)`,
  })
  expect(sql`select ${columns} from sales_orders o`.compile(db).sql).toBe(
    'select "o"."id" as "id", "o"."status" as "status", "a"."name" as "customer", count(*) as "lineCount" from sales_orders o',
  )
})

test('selection() does not compile if a field is missing, unknown or has another type than its column', () => {
  const known = { id: 'o.id', status: 'o.status', customer: 'a.name', lineCount: 'o.line_count' } as const
  selection<Row, Tables>(known)
  const { id: _, ...withoutId } = known
  // @ts-expect-error a field of the row is missing
  selection<Row, Tables>(withoutId)
  // @ts-expect-error no such column
  selection<Row, Tables>({ ...known, id: 'o.identifier' })
  // @ts-expect-error a date is not a number
  selection<Row, Tables>({ ...known, lineCount: 'o.order_date' })
  // @ts-expect-error the column is nullable, the field is not
  selection<Row, Tables>({ ...known, id: 'o.parent_id' })
  expect(known.lineCount).toBe('o.line_count')
})
