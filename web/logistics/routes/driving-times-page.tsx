import { Link } from 'react-router'
import { type DrivingTime, drivingTimesApi } from '#shared/logistics/routes/driving-times-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, Figure } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'

const degrees = (value: number, positive: string, negative: string) =>
  `${Math.abs(value).toFixed(2)}° ${value < 0 ? negative : positive}`
const hourWords = (hour: number) => `${String(hour).padStart(2, '0')}:00–${String(hour).padStart(2, '0')}:59`

const columns: Column<DrivingTime>[] = [
  {
    id: 'region',
    header: 'Region around',
    cell: ({ latitude, longitude }) => `${degrees(latitude, 'N', 'S')}, ${degrees(longitude, 'E', 'W')}`,
  },
  { id: 'hour', header: 'Hour', cell: ({ hour }) => <span className="figures">{hourWords(hour)}</span>, phone: true },
  {
    id: 'observations',
    header: 'Observations',
    cell: ({ observations }) => observations.toLocaleString(),
    align: 'end',
    phone: true,
  },
  {
    id: 'measuredKmh',
    header: 'Measured, km/h',
    cell: ({ measuredKmh }) => measuredKmh.toLocaleString(),
    align: 'end',
    phone: true,
  },
  { id: 'usedKmh', header: 'Used, km/h', cell: ({ usedKmh }) => usedKmh.toLocaleString(), align: 'end', phone: true },
  {
    id: 'isLearnt',
    header: 'Source',
    cell: ({ isLearnt }) => (isLearnt ? <Badge tone="good">Learnt</Badge> : <Badge>Default</Badge>),
    phone: 'corner',
  },
  { id: 'lastObservedAt', header: 'Last drive', cell: ({ lastObservedAt }) => <RelativeTime at={lastObservedAt} /> },
]

/** The speeds that ETAs are estimated with, and how many recorded drives each is based on. */
export default function DrivingTimesPage() {
  const times = useApiQuery(drivingTimesApi.listDrivingTimes, {}, { untold: true })
  const { data, error, isFetching, refetch } = times
  return (
    <>
      <PageHeader
        title="Driving times"
        help="ETAs use the straight line, a road factor and a speed. The speed is learnt from finished stops, by region and hour of the day."
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.routes}>Routes</Link>
          </Breadcrumbs>
        }
      />
      <Card>
        <div className="grid grid-cols-2 gap-4 md:grid-cols-3">
          <Figure
            label="Default speed"
            value={data ? `${data.defaultKmh} km/h` : undefined}
            loading={!data && !error}
          />
          <Figure
            label="Road factor"
            value={data?.roadFactor.toString()}
            note="Road distance over straight line"
            loading={!data && !error}
          />
          <Figure
            label="Needed to learn"
            value={data ? `${data.minObservations} drives` : undefined}
            note="Per region and hour"
            loading={!data && !error}
          />
        </div>
      </Card>
      <DataTable
        label="Driving times"
        columns={columns}
        rows={data?.data}
        rowId={({ latitude, longitude, hour }) => `${latitude} ${longitude} ${hour}`}
        busy={isFetching}
        error={error && !data && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
        empty={
          <EmptyState kind="nothing" title="No drives measured yet">
            When drivers record their arrivals, the time between two stops is measured.
          </EmptyState>
        }
      />
    </>
  )
}
