import { type RawBuilder, sql } from 'kysely'
import { rangeOf } from '#shared/reports/date-range.ts'
import type { recordKinds, ReportDefinition, ReportRecords } from '#shared/reports/report.ts'
import type { reports } from '#shared/reports/reports.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Db } from '#server/db/database.ts'
import { listPage } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { reportSources } from './report-sources.ts'
import { figuresFrom } from './report-figures.ts'
import { knownSpan } from './run-report.ts'
import { type DimensionSource, rowsFor } from './sources/report-source.ts'

type Query = RequestOf<(typeof reports)[number]['records']['spec']>['query']
interface Row {
  id: string
  day: string
  kind: (typeof recordKinds)[number]
  recordId: string | null
  name: string
  detail: string | null
  figures: Record<string, string>
}

/** The records behind a figure of a report, newest first, with their sum. */
export async function listRecords(
  db: Db,
  definition: ReportDefinition,
  query: Query,
  today: string,
): Promise<ReportRecords> {
  const source = reportSources[definition.name]
  if (!source) throw new Error(`Nothing says where the figures of ${definition.name} come from`)
  const measures = Object.keys(definition.measures)
  const isAll = query.range === 'all'
  const { start, end } = rangeOf(query, today, isAll ? await knownSpan(db, definition, today) : null)
  const from = rowsFor(source.records ?? source.rows, { start, end, spans: [{ start, end }], evenings: [end] })
  const where: RawBuilder<unknown>[] = [
    source.where,
    sql`f.day between ${definition.isBalance ? end : start}::date and ${end}::date`,
  ]
  const dimension = query.by ? source.dimensions[query.by] : undefined
  const join = dimension?.join ?? sql``
  if (dimension) where.push(sql`${dimension.key}::text is not distinct from ${query.key ?? null}::text`)
  const figures = measures.map((name) => sql`${name}::text, (${source.measures[name]})::text`)
  const listed = await listPage(
    db,
    {
      columns: selection<Row>({
        id: sql`f.row_id`,
        day: sql`f.day`,
        kind: sql`f.record_kind`,
        recordId: sql`f.record_id`,
        name: sql`f.record_name`,
        detail: sql`f.detail`,
        figures: sql`jsonb_build_object(${sql.join(figures)})`,
      }),
      from: sql`${from} ${join}`,
      where,
      sort: { by: sql`f.day`, type: 'date', descending: true },
      id: sql`f.row_id`,
    },
    query,
  )
  const sums = measures.map((name) => sql`coalesce(sum(${source.measures[name]}), 0)::text as ${sql.ref(name)}`)
  const { rows } = await sql<Record<string, string>>`select ${sql.join(sums)} from ${from} ${join}
    where ${sql.join(where, sql` and `)}`.execute(db)
  const bare = (row: Record<string, string> | undefined) =>
    figuresFrom({ definition, measures }, Object.fromEntries(measures.map((name) => [name, BigInt(row?.[name] ?? 0)])))
  return {
    ...listed,
    data: listed.rows.map(({ figures: own, ...row }) => ({ ...row, figures: bare(own) })),
    range: { start, end },
    label: dimension ? await labelOf(db, dimension, query.key) : null,
    totals: bare(rows[0]),
  }
}

async function labelOf(db: Db, { label, isText }: DimensionSource, key: string | undefined): Promise<string> {
  if (key === undefined) return 'None'
  if (!label || (!isText && !/^[0-9a-f-]{36}$/i.test(key))) return key
  const { rows } = await sql<{
    label: string | null
  }>`select ${label} as label from (select ${key}::${sql.raw(isText ? 'text' : 'uuid')} as key) g`.execute(db)
  return rows[0]?.label ?? key
}
