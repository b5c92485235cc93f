import { useParams } from 'react-router'
import { moreReports } from '#shared/reports/more-reports.ts'
import { prospectsReport } from '#shared/reports/reports.ts'
import { formatShare } from '#shared/format-percent.ts'
import { useRangeState } from './public/range-state.ts'
import { useListOf } from './drill-down.ts'
import { FigureTile } from './figure-tile.tsx'
import { Tiles } from '#web/ui/card.tsx'
import { RankedCard } from './ranked-card.tsx'
import { ReportExport } from './report-export.tsx'
import { ReportFrame, ReportPart } from './report-frame.tsx'
import { ReportNotFound } from './report-not-found.tsx'
import { SavedMenu } from './saved/saved-menu.tsx'
import { SlowProgress } from './slow-progress.tsx'
import { TrendCard } from './trend-card.tsx'
import { type Report, type ReportAnswer, useMeasures, useReport } from './use-report.ts'
import { useUrlQuery } from '#web/lists/use-url-query.ts'

/** A report of the report engine, by the name in the URL. */
export default function ReportPage() {
  const { report: name } = useParams()
  const report = [...moreReports, prospectsReport].find((one) => one.name === name)
  if (report) return <OneReport key={report.name} report={report} />
  return <ReportNotFound />
}

/** Figures, trend, and a tab per dimension. */
function OneReport({ report }: { report: Report }) {
  const state = useRangeState()
  const dimensions = Object.keys(report.dimensions)
  const [params, change] = useUrlQuery()
  const wanted = params.get('by') ?? ''
  const by = dimensions.includes(wanted) ? wanted : (dimensions[0] ?? '')
  const all = params.get('all') === 'true'
  const answer = useReport(report, state, by, all)
  const listOf = useListOf(report.name)
  const shared = { report, answer, state, listOf }
  const [main = ''] = Object.keys(report.measures)
  const showAll = (more: boolean) => change((address) => (more ? address.set('all', 'true') : address.delete('all')))
  return (
    <ReportFrame
      title={report.label}
      state={state}
      shown={answer.data?.range}
      asOf={answer.data?.asOf}
      menu={
        <>
          <SavedMenu report={report} state={state} by={by} />
          <ReportExport report={report} state={state} by={by} />
        </>
      }
      tabParam="by"
      tabs={dimensions.map((id) => ({
        id,
        label: report.dimensions[id]?.plural ?? id,
        content: (
          <ReportPart answer={answer}>
            {answer.isFetching && answer.failureCount === 0 && <SlowProgress />}
            <MeasureTiles {...shared} />
            <div className="grid gap-4 xl:grid-cols-3">
              <TrendCard {...shared} measure={main} compares className="xl:col-span-2" />
              <RankedCard
                {...shared}
                by={by}
                onAll={showAll}
                {...(all && { title: `All ${report.dimensions[by]?.plural.toLowerCase()}` })}
              />
            </div>
          </ReportPart>
        ),
      }))}
    />
  )
}

type TilesProps = { report: Report; answer: ReportAnswer; listOf: ReturnType<typeof useListOf> }

/** A tile for each ratio, and for each measure that no ratio shows. */
function MeasureTiles({ report, answer: { data }, listOf }: TilesProps) {
  const { whole, label } = useMeasures(report)
  const to = data && listOf(data.range)
  // Omits measures that a ratio of the same name shows, and daily sums that an average shows better.
  const measures = Object.keys(report.measures).filter(
    (measure) =>
      !report.ratios?.some(
        ({ label: share, part, unit }) => part === measure && (unit === 'number' || share === label(measure)),
      ),
  )
  const shareOf = (figures: Readonly<Record<string, string | number>> | null, part: string, of: string) =>
    figures && Number(figures[of]) !== 0 ? Number(figures[part]) / Number(figures[of]) : null
  const written = (share: number | null, unit: 'percent' | 'number' = 'percent', none = '–') =>
    share === null ? none : unit === 'percent' ? formatShare(share, 1) : share.toFixed(1)
  return (
    <Tiles>
      {report.ratios?.map((ratio) => (
        <FigureTile
          key={ratio.label}
          to={to}
          label={ratio.label}
          value={data && written(shareOf(data.totals.current, ratio.part, ratio.whole), ratio.unit)}
          note={
            data?.totals.previous &&
            `${written(shareOf(data.totals.previous, ratio.part, ratio.whole), ratio.unit, 'None')} in the period before`
          }
          loading={!data}
        />
      ))}
      {measures.map((measure) => (
        <FigureTile
          key={measure}
          to={to}
          label={label(measure)}
          value={data && whole(measure)(data.totals.current[measure] ?? 0)}
          compared={
            data && {
              current: data.totals.current[measure] ?? 0,
              previous: data.totals.previous?.[measure] ?? null,
              yearAgo: data.totals.yearAgo?.[measure] ?? null,
              format: whole(measure),
              moreIsWorse: report.measures[measure]?.moreIsWorse,
            }
          }
          loading={!data}
        />
      ))}
    </Tiles>
  )
}
