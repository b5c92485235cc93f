import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { openProspectStatuses, type ProspectStatus } from '#shared/crm/prospects/prospect-transitions.ts'
import type { Prospect, ProspectRow, prospectsApi } from '#shared/crm/prospects/api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { companyToday } from '#server/kernel/company-day.ts'
import type { Caller } from '#server/kernel/work.ts'
import { isOwned, ownerAt } from '#server/crm/partners/owners.ts'
import { stepsOf } from '#server/crm/opportunities/pipeline-transitions.ts'

type Query = RequestOf<(typeof prospectsApi.listProspects)['spec']>['query']
export type ProspectChoice = Omit<Query, 'limit' | 'cursor'>

const isOpen = sql`p.status in (${sql.join(openProspectStatuses)})`
const isDue = sql`(${isOpen} and coalesce(p.follow_up_date <= ${companyToday}, false))`
const isOverdue = sql`(${isOpen} and coalesce(p.follow_up_date < ${companyToday}, false))`

const columns = selection<Row, { a: 'accounts'; p: 'prospects' }>({
  id: 'p.id',
  name: 'p.name',
  contact: 'p.contact',
  email: 'p.email',
  phone: 'p.phone',
  address: 'p.address',
  country: 'p.country',
  source: 'p.source',
  status: 'p.status',
  followUpDate: 'p.follow_up_date',
  due: isDue,
  overdue: isOverdue,
  labels: 'p.labels',
  notes: 'p.notes',
  disqualifyReason: 'p.disqualify_reason',
  owner: ownerAt(sql`p.owner_id`),
  account_id: 'p.account_id',
  account_name: 'a.name',
  createdAt: 'p.created_at',
  version: 'p.version',
})
const from = sql`prospects p left join accounts a on a.id = p.account_id`

type Row = Omit<ProspectRow, 'account'> & { account_id: string | null; account_name: string | null }

function shape<R extends Row>({ account_id, account_name, ...row }: R) {
  return { ...row, account: account_id === null ? null : { id: account_id, name: account_name ?? '' } }
}

const sorts = {
  // Prospects without a date come last.
  followUpDate: { by: sql`coalesce(p.follow_up_date, 'infinity'::date)`, type: 'date' },
  name: { by: sql`lower(p.name)`, type: 'text' },
  createdAt: { by: sql`p.created_at`, type: 'timestamptz' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

const dueIs = {
  due: isDue,
  overdue: isOverdue,
  none: sql`(${isOpen} and p.follow_up_date is null)`,
} as const satisfies Record<string, RawBuilder<unknown>>

/** The list plan of prospects, for pages and for previous and next. */
export function prospectPlan(choice: ProspectChoice, { userId }: Caller): ListPlan<Row> {
  const { name, descending } = sortOf(choice.sort)
  const where = [sql`p.deleted_at is null`]
  if (choice.status) where.push(sql`p.status = ${choice.status}`)
  if (choice.label) where.push(sql`p.labels @> array[${choice.label}]`)
  if (choice.due) where.push(dueIs[choice.due])
  if (choice.source) where.push(sql`p.source = ${choice.source}`)
  if (choice.owner) where.push(isOwned(sql`p.owner_id`, choice.owner, userId))
  if (choice.from) where.push(sql`company_day(p.created_at) >= ${choice.from}::date`)
  if (choice.to) where.push(sql`company_day(p.created_at) <= ${choice.to}::date`)
  if (choice.q) {
    where.push(sql`partner_words(p.name, p.contact, p.email, p.phone, p.notes, p.labels) ilike ${containing(choice.q)}`)
  }
  return {
    columns,
    from,
    narrow: sql`prospects p`,
    where,
    sort: { ...sorts[name], descending },
    id: sql`p.id`,
    planEachTime: Boolean(choice.q),
  }
}

export async function listProspects(db: Db, query: Query, caller: Caller) {
  return pageOfRows(await listPage(db, prospectPlan(query, caller), query), shape)
}

/** One prospect with everything that its page shows. Throws NOT_FOUND. */
export async function getProspect(db: Db | Tx, id: string): Promise<Prospect> {
  const { rows } = await sql<Row & Pick<Prospect, 'timeline' | 'opportunities'>>`select ${columns},
      ${stepsOf('prospect', sql`p.id`)} as timeline,
      coalesce((select json_agg(json_build_object('id', o.id, 'title', o.title, 'stage', o.stage) order by o.created_at, o.id)
        from opportunities o where o.prospect_id = p.id and o.deleted_at is null), '[]'::json) as opportunities
    from ${from} where p.id = ${id} and p.deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return shape(rows[0])
}

export interface LockedProspect {
  id: string
  name: string
  contact: string | null
  email: string | null
  phone: string | null
  address: string | null
  country: string | null
  labels: string[]
  notes: string | null
  status: ProspectStatus
  ownerId: string | null
  version: number
}
