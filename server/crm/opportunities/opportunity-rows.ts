import { type RawBuilder, sql } from 'kysely'
import { oneOf } from '#server/db/one-of.ts'
import type { Opportunity, OpportunityRow, StageSum, opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import {
  isOpenStage,
  type OpportunityStage,
  opportunityStages,
  closedStages,
  stageProbability,
} from '#shared/crm/opportunities/opportunity-stages.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { divideHalfEven, formatAmount, sum } from '#shared/money.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { all, containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { companyToday } from '#server/kernel/company-day.ts'
import type { Caller } from '#server/kernel/work.ts'
import { isOwned, ownerAt } from '#server/crm/partners/owners.ts'
import { stepsOf } from './pipeline-transitions.ts'

type Query = RequestOf<(typeof opportunitiesApi.listOpportunities)['spec']>['query']
type Choice = Pick<Query, 'q' | 'account' | 'prospect' | 'owner' | 'closing'>

const isOpen = sql`o.stage not in ${oneOf(closedStages)}`
const isLate = sql`(${isOpen} and coalesce(o.expected_close < ${companyToday}, false))`
const columns = selection<Row, { o: 'opportunities'; a: 'accounts'; p: 'prospects' }>({
  id: 'o.id',
  title: 'o.title',
  account_id: 'o.account_id',
  account_name: 'a.name',
  prospect_id: 'o.prospect_id',
  prospect_name: 'p.name',
  stage: 'o.stage',
  value: 'o.value',
  expectedClose: 'o.expected_close',
  late: isLate,
  lostReason: 'o.lost_reason',
  closedAt: 'o.closed_at',
  owner: ownerAt(sql`o.owner_id`),
  createdAt: 'o.created_at',
  version: 'o.version',
})
const from = sql`opportunities o left join accounts a on a.id = o.account_id left join prospects p on p.id = o.prospect_id`

type Row = Omit<OpportunityRow, 'account' | 'prospect' | 'value'> & {
  account_id: string | null
  account_name: string | null
  prospect_id: string | null
  prospect_name: string | null
  value: number
}
const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

function shape<R extends Row>({ account_id, account_name, prospect_id, prospect_name, value, ...row }: R) {
  return {
    ...row,
    account: named(account_id, account_name),
    prospect: named(prospect_id, prospect_name),
    value: formatAmount(value),
  }
}

const sorts = {
  expectedClose: { by: sql`coalesce(o.expected_close, 'infinity'::date)`, type: 'date' },
  value: { by: sql`o.value`, type: 'bigint' },
  title: { by: sql`lower(o.title)`, type: 'text' },
  createdAt: { by: sql`o.created_at`, type: 'timestamptz' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

const inMonth = (
  ahead: number,
) => sql`(o.expected_close >= date_trunc('month', company_today()) + make_interval(months => ${ahead})
  and o.expected_close < date_trunc('month', company_today()) + make_interval(months => ${ahead + 1}))`
const closingIs = {
  late: isLate,
  thisMonth: inMonth(0),
  nextMonth: inMonth(1),
  none: sql`(${isOpen} and o.expected_close is null)`,
} as const satisfies Record<string, RawBuilder<unknown>>

function conditions(choice: Choice, callerId: string): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [sql`o.deleted_at is null`]
  if (choice.account) where.push(sql`o.account_id = ${choice.account}`)
  if (choice.prospect) where.push(sql`o.prospect_id = ${choice.prospect}`)
  if (choice.owner) where.push(isOwned(sql`o.owner_id`, choice.owner, callerId))
  if (choice.closing) where.push(closingIs[choice.closing])
  if (choice.q) {
    const like = containing(choice.q)
    where.push(sql`(o.id in (with hit as materialized (select h.id from opportunities h where h.deleted_at is null
        and (h.title || ' ' || coalesce(h.notes, '')) ilike ${like}) select id from hit)
      or o.account_id in (select h.id from accounts h where (h.name || ' ' || coalesce(h.code, '')) ilike ${like})
      or o.prospect_id in (select h.id from prospects h where h.name ilike ${like}))`)
  }
  return where
}

/** The list plan of opportunities, for pages and for previous and next. */
export function opportunityPlan(choice: Omit<Query, 'limit' | 'cursor'>, { userId }: Caller): ListPlan<Row> {
  const { name, descending } = sortOf(choice.sort)
  const where = conditions(choice, userId)
  if (choice.stage) where.push(sql`o.stage = ${choice.stage}`)
  return {
    columns,
    from,
    narrow: sql`opportunities o`,
    where,
    sort: { ...sorts[name], descending },
    id: sql`o.id`,
    planEachTime: Boolean(choice.q),
  }
}

export async function listOpportunities(db: Db, query: Query, caller: Caller) {
  return pageOfRows(await listPage(db, opportunityPlan(query, caller), query), shape)
}

/** All stages, including empty ones. The expected value is rounded once per stage, so that the stages add up to the total. */
export async function sumOpportunities(db: Db, choice: Choice, { userId }: Caller) {
  const { rows } = await sql<{ stage: OpportunityStage; count: number; value: string }>`${sql.raw(
    choice.q ? '/* plan each time */ ' : '',
  )}select o.stage, count(*) as count, sum(o.value)::text as value from opportunities o
    where ${all(conditions(choice, userId))} group by o.stage`.execute(db)
  const found = new Map(rows.map((row) => [row.stage, row]))
  const sums = opportunityStages.map((stage) => {
    const value = BigInt(found.get(stage)?.value ?? 0)
    const weighted = divideHalfEven(value * BigInt(stageProbability[stage]), 100n)
    return { stage, count: found.get(stage)?.count ?? 0, value, weighted }
  })
  const open = sums.filter(({ stage }) => isOpenStage(stage))
  return {
    data: sums.map(
      (one): StageSum => ({ ...one, value: formatAmount(one.value), weighted: formatAmount(one.weighted) }),
    ),
    open: {
      count: open.reduce((count, one) => count + one.count, 0),
      value: formatAmount(sum(open.map(({ value }) => value))),
      weighted: formatAmount(sum(open.map(({ weighted }) => weighted))),
    },
  }
}

/** One opportunity with everything that its page shows. Throws NOT_FOUND. */
export async function getOpportunity(db: Db | Tx, id: string): Promise<Opportunity> {
  const { rows } = await sql<Row & Pick<Opportunity, 'notes' | 'lostNote' | 'timeline'>>`select ${columns},
      o.notes, o.lost_note as "lostNote", ${stepsOf('opportunity', sql`o.id`)} as timeline
    from ${from} where o.id = ${id} and o.deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return shape(rows[0])
}
