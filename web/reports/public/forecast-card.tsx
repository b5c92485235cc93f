import { RefreshCw } from 'lucide-react'
import { forecastMethods } from '#shared/reports/forecast/demand-methods.ts'
import { type DemandForecast, forecastApi } from '#shared/reports/forecast/api.ts'
import { formatShare } from '#shared/format-percent.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Figure } from '#web/ui/card.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { biasText, errorText, pieces } from '../forecast/forecast-quality.ts'
import { dayLabel } from './day-labels.ts'

const shownWeeks = 26

/** The demand of an item: history, forecast of the next 12 weeks, and the accuracy of past forecasts. */
export function ForecastCard({ itemId }: { itemId: string }) {
  const { data, error, isFetching, refetch } = useApiQuery(forecastApi.getForecast, { params: { id: itemId } })
  const mayEdit = useCan('inventory.edit')
  const recalculate = useApiMutation(forecastApi.recalculateForecast, { successMessage: () => 'Forecast updated' })
  return (
    <Card
      title="Demand forecast"
      help="Ordered per week, and forecast for the next 12 weeks"
      action={
        mayEdit && (
          <Button
            size="sm"
            busy={recalculate.isPending}
            onClick={() => recalculate.submit({ params: { id: itemId }, body: {} })}
          >
            <RefreshCw aria-hidden />
            Recalculate
          </Button>
        )
      }
    >
      {data?.data ? (
        <Forecast forecast={data.data} />
      ) : data ? (
        <p className="py-8 text-center text-secondary">No demand yet. A forecast appears after the first full week.</p>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonText lines={6} />
      )}
    </Card>
  )
}

function Forecast({ forecast }: { forecast: DemandForecast }) {
  const { history, weeks, method, demand, locations, bias, wape, isCurrent, madeAt } = forecast
  const before = history.slice(-shownWeeks)
  const points = [
    ...before.map(({ week, quantity }) => ({ label: dayLabel(week), values: { demand: quantity } })),
    ...weeks.map(({ week, quantity, low, high }) => ({
      label: dayLabel(week),
      values: { forecast: quantity, low, high },
    })),
  ]
  const recent = history.slice(-weeks.length).reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className="flex flex-col gap-5">
      <div className="grid grid-cols-3 gap-4 max-sm:grid-cols-1">
        <Figure label="Next 12 weeks" value={pieces(demand)} note={`${pieces(recent)} in the past 12 weeks`} />
        <Figure
          label="Forecast error"
          value={wape === null ? '–' : formatShare(wape)}
          note={bias === null ? 'Too little history' : biasText(bias)}
        />
        <Figure
          label="Method"
          value={<span className="text-base">{forecastMethods[method].label}</span>}
          note={forecast.intermittent ? 'Intermittent demand' : 'Regular demand'}
        />
      </div>
      <Chart
        title="Demand by week"
        kind="line"
        points={points}
        series={[
          { id: 'demand', label: 'Demand' },
          { id: 'forecast', label: 'Forecast' },
          { id: 'low', label: 'Low' },
          { id: 'high', label: 'High' },
        ]}
        format={pieces}
        pointHeader="Week of"
        height={240}
      />
      {locations.length > 1 && (
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 text-table">
          {locations.map(({ id, name, share, demand: part }) => (
            <div key={id} className="col-span-2 grid grid-cols-subgrid">
              <dt className="truncate">{name}</dt>
              <dd className="figures text-right">
                {pieces(part)} <span className="text-muted">({formatShare(share)})</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-pretty text-muted text-xs">
        {errorText(forecast)}. Eight of ten weeks should lie between low and high. Made <RelativeTime at={madeAt} />
        {!isCurrent && '; a new week has begun since'}.
      </p>
    </div>
  )
}
