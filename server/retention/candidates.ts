import { sql } from 'kysely'
import type { Candidate, candidatesApi, Exclusion, RetentionSummary } from '#shared/retention/candidates-api.ts'
import { exclusions } from '#shared/retention/candidates-api.ts'
import { daysBetween } from '#shared/dates.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { maxCounted } from '#shared/http/paging.ts'
import type { Db } from '#server/db/database.ts'
import { all, containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { candidatesAlone, candidateSource, candidateSql, isStillWanted, type Moment } from './candidate-conditions.ts'
import { rhythmOf } from './rhythm.ts'
import { renderMessage, templateValues, type CompanyBlock } from './template-values.ts'

type Query = RequestOf<(typeof candidatesApi.listCandidates)['spec']>['query']

type Row = Omit<Candidate, 'id' | 'daysSince' | 'daysLate' | 'subject' | 'message' | 'exclusions'> & {
  templateSubject: string | null
  templateBody: string | null
  excluded: Record<Exclusion, boolean>
}

const sorts = {
  lastOrderDate: { by: sql`c.last_order_date`, type: 'date' },
  name: { by: sql`lower(a.name)`, type: 'text' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

/** All data of a page of candidates in one statement. */
function candidatePlan(moment: Moment, query: Omit<Query, 'limit' | 'cursor'>): ListPlan<Row> {
  const found = candidateSql(moment)
  const where = [...found.where]
  if (query.q) where.push(sql`(a.name || ' ' || coalesce(a.code, '')) ilike ${containing(query.q)}`)
  if (query.status) where.push(query.status === 'excluded' ? found.isExcluded : sql`not ${found.isExcluded}`)
  if (query.exclusion) where.push(found.excludedBy[query.exclusion])
  if (query.trigger) where.push(query.trigger === 'inactive' ? found.isInactive : sql`not ${found.isInactive}`)
  const { name, descending } = sortOf(query.sort)
  const excluded = exclusions.map((reason) => sql`${sql.lit(reason)}::text, ${found.excludedBy[reason]}`)
  return {
    columns: selection<Row & { id: string }, { c: 'retention_customers'; a: 'accounts'; p: 'retention_templates' }>({
      id: 'c.account_id',
      name: 'a.name',
      email: 'a.email',
      phone: 'a.phone',
      lastOrderDate: sql`c.last_order_date`,
      trigger: found.trigger,
      rhythmDays: sql`r.days`,
      usualItems: sql`r.items`,
      step: found.step,
      channel: found.channel,
      templateSubject: 'p.subject',
      templateBody: 'p.body',
      excluded: sql`json_build_object(${sql.join(excluded)})`,
    }),
    from: sql`${candidateSource} cross join lateral ${rhythmOf(sql`c.account_id`, sql`c.last_order_date`)} r
      left join retention_templates p on p.channel = ${found.channel} and p.step = ${found.step}`,
    narrow: query.q || query.status || query.exclusion || name === 'name' ? candidateSource : candidatesAlone,
    where,
    // Orders, invoices and messages are read for each row; the summary counts further.
    ...((query.status || query.exclusion) && { countTo: 1000 }),
    sort: { ...sorts[name], descending },
    id: sql`c.account_id`,
    planEachTime: Boolean(query.q),
  }
}

export async function listCandidates(db: Db, moment: Moment, company: CompanyBlock, query: Query) {
  const { today } = candidateSql(moment)
  const listed = await listPage(db, candidatePlan(moment, query), query)
  return pageOfRows(listed, ({ templateSubject, templateBody, excluded, ...row }): Candidate => {
    const daysSince = daysBetween(row.lastOrderDate, today)
    const written =
      row.channel && templateBody !== null
        ? renderMessage(
            row.channel,
            { subject: templateSubject ?? '', body: templateBody },
            templateValues(row, company, today),
          )
        : null
    return {
      ...row,
      daysSince,
      daysLate: row.rhythmDays === null ? null : daysSince - row.rhythmDays,
      subject: written?.subject ?? null,
      message: written?.body ?? null,
      exclusions: exclusions.filter((reason) => excluded[reason]),
    }
  })
}

/** The counts on the page; candidates up to 10,000. */
export async function getSummary(
  db: Db,
  moment: Moment,
  isSetUp: Pick<RetentionSummary, 'isEmailSetUp' | 'isSmsSetUp'>,
): Promise<RetentionSummary> {
  const found = candidateSql(moment)
  const since = new Date(moment.now.getTime() - 30 * 86_400_000)
  const flags = exclusions.map((name) => sql`${found.excludedBy[name]} as ${sql.ref(name)}`)
  const counts = exclusions.map((name) => sql`${sql.lit(name)}::text, count(*) filter (where ${sql.ref(name)})`)
  const anyOf = (names: readonly Exclusion[]) =>
    sql.join(
      names.map((name) => sql.ref(name)),
      sql` or `,
    )
  const isAny = anyOf(exclusions)
  const isOther = anyOf(exclusions.filter((name) => name !== 'heldOut'))
  const [{ rows: candidates }, { rows: messages }] = await Promise.all([
    sql<Pick<RetentionSummary, 'ready' | 'excluded' | 'toHoldOut' | 'exclusions'>>`
      select count(*) filter (where not (${isAny})) as ready, count(*) filter (where ${isAny}) as excluded,
        count(*) filter (where "heldOut" and not (${isOther})) as "toHoldOut",
        json_build_object(${sql.join(counts)}) as exclusions
      from (select ${sql.join(flags)} from ${candidateSource} where ${all(found.where)} limit ${maxCounted + 1}) f`.execute(
      db,
    ),
    sql<Pick<RetentionSummary, 'waiting' | 'sent' | 'failed' | 'resendable' | 'optedOut'>>`select
      (select count(*) from retention_messages where state in ('waiting', 'sending')) as waiting,
      count(*) filter (where m.state = 'sent') as sent, count(*) filter (where m.state = 'failed') as failed,
      count(*) filter (where ${isResendable}) as resendable,
      (select count(*) from retention_customers where opted_out_at is not null) as "optedOut"
      from retention_messages m where m.at is not null and m.at > ${since}`.execute(db),
  ])
  const [one] = candidates
  const total = (one?.ready ?? 0) + (one?.excluded ?? 0)
  return {
    ready: one?.ready ?? 0,
    excluded: one?.excluded ?? 0,
    toHoldOut: one?.toHoldOut ?? 0,
    exclusions: one?.exclusions ?? ({} as Record<Exclusion, number>),
    isMore: total > maxCounted,
    waiting: messages[0]?.waiting ?? 0,
    sent: messages[0]?.sent ?? 0,
    failed: messages[0]?.failed ?? 0,
    resendable: messages[0]?.resendable ?? 0,
    optedOut: messages[0]?.optedOut ?? 0,
    ...isSetUp,
  }
}

/** A message m that failed for certain, was not resent yet, and whose customer would still get it. */
export const isResendable = sql`(m.state = 'failed' and not m.is_uncertain
  and not exists (select 1 from retention_messages n where n.resend_of = m.id)
  and exists (select 1 from accounts a join retention_customers c on c.account_id = a.id
    where a.id = m.account_id and ${isStillWanted}))`
