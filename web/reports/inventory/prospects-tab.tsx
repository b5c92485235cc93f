import { prospectsReport } from '#shared/reports/reports.ts'
import { formatShare } from '#shared/format-percent.ts'
import type { RangeState } from '#web/reports/public/range-state.ts'
import { useListOf } from '../drill-down.ts'
import { FigureTile } from '../figure-tile.tsx'
import { Tiles } from '#web/ui/card.tsx'
import { RankedCard } from '../ranked-card.tsx'
import { ReportPart } from '../report-frame.tsx'
import { TrendCard } from '../trend-card.tsx'
import { useReport } from '../use-report.ts'

/** Prospects added in the range: source, status and conversion. */
export function ProspectsTab({ state }: { state: RangeState }) {
  const answer = useReport(prospectsReport, state, 'status', true)
  const sources = useReport(prospectsReport, state, 'source')
  const listOf = useListOf('prospects')
  const { data } = answer
  const shared = { report: prospectsReport, state, listOf }
  const added = Number(data?.totals.current['prospects'] ?? 0)
  const converted = Number(data?.totals.current['converted'] ?? 0)
  return (
    <ReportPart answer={answer}>
      <Tiles>
        <FigureTile
          label="Prospects"
          to={data && listOf(data.range)}
          value={data && added.toLocaleString()}
          compared={
            data && {
              current: added,
              previous: data.totals.previous?.['prospects'] ?? null,
              yearAgo: data.totals.yearAgo?.['prospects'] ?? null,
            }
          }
          loading={!data}
        />
        <FigureTile
          label="Converted"
          to={data && listOf(data.range, { by: 'status', key: 'Converted' })}
          value={data && converted.toLocaleString()}
          note="Of those added in this period"
          loading={!data}
        />
        <FigureTile
          label="Conversion rate"
          value={data && percentOf(data.totals.current)}
          note={
            Number(data?.totals.previous?.['prospects'] ?? 0) > 0
              ? `${percentOf(data?.totals.previous ?? {})} in the period before`
              : 'Nobody was added in the period before'
          }
          loading={!data}
        />
      </Tiles>
      <div className="grid gap-4 xl:grid-cols-3">
        <TrendCard {...shared} answer={answer} measure="prospects" title="Added prospects" />
        <RankedCard {...shared} answer={answer} by="status" title="Prospects by status" />
        <RankedCard {...shared} answer={sources} by="source" title="Sources" />
      </div>
    </ReportPart>
  )
}

/** "12.5%", or a dash without prospects. */
function percentOf({ prospects, converted }: Readonly<Record<string, string | number>>): string {
  return Number(prospects) === 0 ? '–' : formatShare(Number(converted) / Number(prospects), 1)
}
