import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Asked } from '#shared/http/route.ts'
import type { crmApi } from '#shared/crm/api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'

type Query = Asked<(typeof crmApi.listAccounts)['spec']>['query']

/** What suppliers and accounts have in common: how they are listed, read and kept apart by name. */
export interface PartnerKind {
  table: 'suppliers' | 'accounts'
  /** Columns beyond the common ones. */
  columns: RawBuilder<unknown>
  /** The text that `q` is looked for in; the search index is over the same. */
  searched: RawBuilder<unknown>
  lastOrder: RawBuilder<unknown>
}

const sorts = (
  kind: PartnerKind,
): Record<'name' | 'createdAt' | 'lastOrderDate', Omit<ListPlan['sort'], 'descending'>> => ({
  name: { by: sql`lower(p.name)`, type: 'text' },
  createdAt: { by: sql`p.created_at`, type: 'timestamptz' },
  lastOrderDate: { by: sql`coalesce(${kind.lastOrder}, '0001-01-01'::date)`, type: 'date' },
})

const columnsOf = (
  kind: PartnerKind,
) => sql`p.id, p.name, p.email, p.phone, p.address, p.country, p.status, p.labels, p.notes,
  ${kind.lastOrder} as "lastOrderDate", p.created_at as "createdAt", p.version, ${kind.columns}`

export async function listPartners<T>(db: Db, kind: PartnerKind, query: Query) {
  const { name, descending } = sortOf(query.sort)
  const where = [sql`p.deleted_at is null`]
  if (query.status) where.push(sql`p.status = ${query.status}`)
  if (query.label) where.push(sql`p.labels @> array[${query.label}]`)
  if (query.q) where.push(sql`${kind.searched} ilike ${containing(query.q)}`)
  const listed = await listPage<T>(
    db,
    {
      columns: columnsOf(kind),
      from: sql`${sql.table(kind.table)} p`,
      where,
      sort: { ...sorts(kind)[name], descending },
      id: sql`p.id`,
      planEachTime: Boolean(query.q),
    },
    query,
  )
  return pageOfRows(listed, (row) => row)
}

export async function getPartner<T>(db: Db | Tx, kind: PartnerKind, id: string): Promise<T> {
  const { rows } = await sql<T>`select ${columnsOf(kind)} from ${sql.table(kind.table)} p
    where p.id = ${id} and p.deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}
