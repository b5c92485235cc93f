import { Link, useParams, useSearchParams } from 'react-router'
import { defaultLimit } from '#shared/http/paging.ts'
import type { ReportRecords } from '#shared/reports/report.ts'
import { reportNamed, reportPath, reports } from '#shared/reports/reports.ts'
import { dayLabel, spanLabel } from './public/day-labels.ts'
import { rangeOf } from './public/range-state.ts'
import { pageOfKind } from './record-pages.ts'
import { FigureTile } from './figure-tile.tsx'
import { Tiles } from '#web/ui/card.tsx'
import { ReportNotFound } from './report-not-found.tsx'
import { SlowProgress } from './slow-progress.tsx'
import { type Report, useMeasures } from './use-report.ts'
import { LoadPart } from '#web/api/load-part.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { cursors } from '#web/lists/list-query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { Pagination, totalOf } from '#web/ui/table/pagination.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'

type Row = ReportRecords['data'][number]

/** The records that a figure of a report sums, with their totals above. */
export default function RecordsPage() {
  const { report: name = '' } = useParams()
  if (reports.some((one) => one.name === name)) return <Records report={reportNamed(name)} />
  return <ReportNotFound />
}

const columnsFor = (report: Report, exact: ReturnType<typeof useMeasures>['exact']): readonly Column<Row>[] => [
  { id: 'name', header: 'Record', cell: ({ name, detail }) => <TwoLines first={name} second={detail ?? ''} /> },
  { id: 'day', header: 'Date', phone: true, cell: ({ day }) => dayLabel(day) },
  ...Object.entries(report.measures).map(
    ([measure, { label }]): Column<Row> => ({
      id: measure,
      header: label,
      align: 'end',
      phone: true,
      cell: ({ figures }) => exact(measure)(figures[measure] ?? 0),
    }),
  ),
]

/** Ignores invalid parameters, so that old links still open. */
function queryOf({ dimensions }: Report, params: URLSearchParams) {
  const { range, start, end } = rangeOf(params)
  const cursor = params.getAll(cursors).at(-1) ?? null
  const given = { range, start, end, by: params.get('by'), key: params.get('key'), cursor }
  if (!given.by || !dimensions[given.by]) given.by = given.key = null
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value == null ? [] : [[name, value]])))
}

function Records({ report }: { report: Report }) {
  const [params, setParams] = useSearchParams()
  const query = queryOf(report, params)
  const answer = useApiQuery(report.records, { query }, { keepPrevious: true, untold: true })
  const { data, error, refetch, isFetching } = answer
  const { exact, label } = useMeasures(report)
  const measures = Object.keys(report.measures)
  const dimension = query['by'] ? report.dimensions[query['by']] : undefined
  const columns = columnsFor(report, exact)
  const behind = params.getAll(cursors)
  const go = (stack: readonly string[]) => {
    const next = new URLSearchParams(params)
    next.delete(cursors)
    for (const cursor of stack) next.append(cursors, cursor)
    setParams(next)
  }
  // While older rows stand in, their cursor leads nowhere from here.
  const onward = answer.isPlaceholderData ? null : (data?.nextCursor ?? null)
  const back = reportPath(report.name, { start: query['start'], end: query['end'], range: query['range'] })
  return (
    <>
      <PageHeader
        breadcrumbs={
          <Breadcrumbs>
            <Link to={back}>{report.label}</Link>
          </Breadcrumbs>
        }
        title={data?.label && dimension ? `${dimension.label}: ${data.label}` : `Records of ${report.label}`}
        help={data ? spanLabel(data.range) : '\u00a0'}
      />
      {isFetching && answer.failureCount === 0 && report.isSlow && <SlowProgress />}
      <LoadPart result={answer} className="gap-6">
        {(data || !error) && (
          <Tiles>
            {measures.map((measure) => (
              <FigureTile
                key={measure}
                label={label(measure)}
                value={data && exact(measure)(data.totals[measure] ?? 0)}
                note="Of all records below"
                loading={!data}
              />
            ))}
          </Tiles>
        )}
        <DataTable
          label={`Records of ${report.label}`}
          columns={columns}
          rows={data?.data}
          rowId={({ id }) => id}
          rowHref={({ kind, recordId }) => (recordId && pageOfKind[kind]?.(recordId)) || null}
          renderLink={({ href, ...link }) => <Link to={href} {...link} />}
          busy={isFetching}
          error={error && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
          empty={<EmptyState kind="nothing" title="No records in this period" />}
          footer={
            data &&
            (behind.length > 0 || onward !== null) && (
              <Pagination
                from={behind.length * defaultLimit + 1}
                shown={data.data.length}
                total={totalOf(data)}
                onPrevious={behind.length > 0 ? () => go(behind.slice(0, -1)) : undefined}
                onNext={onward === null ? undefined : () => go([...behind, onward])}
              />
            )
          }
        />
      </LoadPart>
    </>
  )
}
