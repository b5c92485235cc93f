import type { Selection } from '#server/db/selection.ts'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import { assertUnused } from '#server/kernel/assert-unused.ts'
import { lockVersion, softDelete } from '#server/kernel/changes.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import type { Work } from '#server/kernel/work.ts'

/** A simple record: its name is unique among those that are not deleted. In SQL fragments, `c` is its row. */
export interface RecordKind<Row = unknown> {
  table: 'categories' | 'locations' | 'attributes' | 'service_types'
  /** Its entity in the audit log. */
  entity: string
  columns: Selection<Row>
  /** The text that a search looks in. */
  searched: RawBuilder<unknown>
}

interface ListQuery {
  q?: string | undefined
  sort: 'name' | '-name'
  limit: number
  cursor?: string | undefined
}

export async function listRecords<Row>(
  db: Db,
  kind: RecordKind<Row>,
  query: ListQuery,
  where: readonly RawBuilder<unknown>[] = [],
) {
  const { descending } = sortOf(query.sort)
  const conditions = [sql`c.deleted_at is null`, ...where]
  if (query.q) conditions.push(sql`${kind.searched} ilike ${containing(query.q)}`)
  const listed = await listPage(
    db,
    {
      columns: kind.columns,
      from: sql`${sql.table(kind.table)} c`,
      where: conditions,
      sort: { by: sql`lower(c.name)`, type: 'text', descending },
      id: sql`c.id`,
    },
    query,
  )
  return pageOfRows(listed, (row) => row)
}

/** Throws NOT_FOUND. */
export async function getRecord<Row>(db: Db | Tx, kind: RecordKind<Row>, id: string): Promise<Row> {
  const { rows } = await sql<Row>`select ${kind.columns} from ${sql.table(kind.table)} c
    where c.id = ${id} and c.deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** Adds a record; `values` are its columns. Throws ALREADY_EXISTS. */
export async function createRecord<Row>(work: Work, kind: RecordKind<Row>, values: Values): Promise<Row> {
  const id = newId()
  await assertUnique(work.tx, kind, values.name, id)
  const columns = Object.entries({ id, ...values })
  await sql`insert into ${sql.table(kind.table)} (${sql.join(columns.map(([column]) => sql.ref(column)))})
    values (${sql.join(columns.map(([, value]) => value))})`.execute(work.tx)
  work.audit(`${kind.entity}.created`, kind.entity, id, values)
  announceRecord(work, kind.table, id)
  return getRecord(work.tx, kind, id)
}

/** Throws NOT_FOUND, VERSION_CONFLICT, ALREADY_EXISTS. */
export async function updateRecord<Row>(
  work: Work,
  kind: RecordKind<Row>,
  id: string,
  version: number,
  values: Values,
): Promise<Row> {
  await lockVersion(work.tx, kind.table, id, version)
  await assertUnique(work.tx, kind, values.name, id)
  const changes = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(kind.table)} set ${sql.join(changes)}, version = version + 1, updated_at = ${work.now}
    where id = ${id}`.execute(work.tx)
  work.audit(`${kind.entity}.updated`, kind.entity, id, values)
  announceRecord(work, kind.table, id)
  return getRecord(work.tx, kind, id)
}

type Values = { name: string } & Record<string, unknown>

/** Soft-deletes a record; throws IN_USE with the uses if there are any. `more` may throw for other reasons. */
export async function deleteRecord(
  work: Work,
  kind: RecordKind,
  id: string,
  more?: (tx: Tx) => Promise<void>,
): Promise<void> {
  // Marking it as deleted locks the row, so that no use can begin during the checks.
  await softDelete(work.tx, kind.table, id, work.caller.userId)
  if (kind.table === 'locations' || kind.table === 'categories') await assertUnused(work.tx, kind.table, id)
  await more?.(work.tx)
  work.audit(`${kind.entity}.deleted`, kind.entity, id)
  announceRecord(work, kind.table, id)
}

/** Events of inventory, as product lists show and filter by these records. */
function announceRecord(work: Work, table: RecordKind['table'], id: string): void {
  work.announce('inventory_updated', { itemId: id, warehouse: table === 'locations' ? id : '' })
}

async function assertUnique(tx: Tx, kind: RecordKind, name: string, id: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(kind.table)}
    where lower(name) = lower(${name}) and id <> ${id} and deleted_at is null`.execute(tx)
  if (rows.length > 0) {
    throw new Refusal(
      'ALREADY_EXISTS',
      `${/^[aeiou]/.test(kind.entity) ? 'An' : 'A'} ${kind.entity} named ${name} already exists.`,
      {
        fields: { name: 'is taken' },
      },
    )
  }
}
