import { sql } from 'kysely'
import { can } from '#shared/access/can.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { DeletedItem, deletedApi } from '#shared/reports/deleted-api.ts'
import { type DeletedKind, deletedKindNames, deletedKinds } from '#shared/reports/deleted-kinds.ts'
import type { Db } from '#server/db/database.ts'
import { containing, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import type { Caller } from '#server/kernel/work.ts'
import { deletedRules } from './deleted-kinds.ts'
import { namesOf, rowsOf } from './deleted-rule.ts'

type Query = RequestOf<(typeof deletedApi.listDeleted)['spec']>['query']
interface Row {
  kind: DeletedKind
  id: string
  deletedAt: string
  deletedBy: { id: string; name: string } | null
}
interface Names {
  id: string
  name: string
  detail: string | null
  kept: string | null
  obstacle: string | null
}

/** Only kinds that the caller may view: deleted records don't reveal their names to others. */
const kindsSeenBy = (caller: Caller) =>
  deletedKindNames.filter((kind) => can(caller, `${deletedKinds[kind].module}.view`))

/**
 * Deleted records of all kinds that the caller may view, in one list. Three statements: the page, its count, and the names of
 * its rows.
 */
export async function listDeleted(db: Db, caller: Caller, query: Query) {
  const kinds = kindsSeenBy(caller).filter((kind) => !query.kind || kind === query.kind)
  if (kinds.length === 0) return { data: [], nextCursor: null, total: 0, totalIsMore: false }
  const byName = sortOf(query.sort).name === 'name'
  // Names need a lookup for each row: they are read only if they are searched or sorted by.
  const needsName = byName || Boolean(query.q)
  const parts = kinds.map((kind) => {
    const rule = deletedRules[kind]
    const name = needsName ? sql`${rule.name}` : sql`null::text`
    const where = [sql`t.deleted_at is not null`, rowsOf(rule)]
    if (query.by) where.push(sql`t.deleted_by = ${query.by}`)
    if (query.within) where.push(sql`t.deleted_at >= moment() - make_interval(days => ${Number(query.within)}::int)`)
    if (query.q)
      where.push(sql`(${rule.name} ilike ${containing(query.q)} or ${rule.detail} ilike ${containing(query.q)})`)
    return sql`select ${kind}::text as kind, t.id, ${name} as name, t.deleted_at, t.deleted_by
      from ${sql.table(rule.table)} t where ${sql.join(where, sql` and `)}`
  })
  const { descending } = sortOf(query.sort)
  const listed = await listPage(
    db,
    {
      columns: selection<Row>({
        kind: sql`d.kind`,
        id: sql`d.id`,
        deletedAt: sql`d.deleted_at`,
        deletedBy: sql`(select json_build_object('id', u.id, 'name', u.name) from users u where u.id = d.deleted_by)`,
      }),
      from: sql`(${sql.join(parts, sql` union all `)}) d`,
      where: [],
      sort: byName
        ? { by: sql`lower(d.name)`, type: 'text', descending }
        : { by: sql`d.deleted_at`, type: 'timestamptz', descending },
      id: sql`d.id`,
      planEachTime: needsName,
    },
    query,
  )
  const names = await namesOfRows(db, listed.rows)
  return pageOfRows(listed, (row): DeletedItem => {
    const { name = '', detail = null, kept = null, obstacle = null } = names.get(row.id) ?? {}
    return { ...row, name, detail, kept, notRestorable: deletedRules[row.kind].notRestorable ?? obstacle }
  })
}

async function namesOfRows(db: Db, rows: readonly Row[]): Promise<Map<string, Names>> {
  const kinds = [...new Set(rows.map((row) => row.kind))]
  if (kinds.length === 0) return new Map()
  const parts = kinds.map((kind) => {
    const ids = rows.filter((row) => row.kind === kind).map((row) => row.id)
    const rule = deletedRules[kind]
    return sql`select ${namesOf(rule)} from ${sql.table(rule.table)} t where t.id = any(${ids}::uuid[])`
  })
  const named = await sql<Names>`${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(named.rows.map((row) => [row.id, row]))
}

/** Users who deleted records on the caller's list, by name. */
export async function listDeleters(db: Db, caller: Caller): Promise<{ id: string; name: string }[]> {
  const parts = kindsSeenBy(caller).map((kind) => {
    const rule = deletedRules[kind]
    return sql`select t.deleted_by from ${sql.table(rule.table)} t where t.deleted_at is not null and ${rowsOf(rule)}`
  })
  const { rows } = await sql<{ id: string; name: string }>`select u.id, u.name from users u
    where u.id in (${sql.join(parts, sql` union `)}) order by lower(u.name), u.id`.execute(db)
  return rows
}
