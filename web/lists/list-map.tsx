import type { ReactNode } from 'react'
import type { ApiError } from '#web/api/api-error.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { MapLegend } from '#web/ui/map/map-legend.tsx'
import type { SchematicMapProps } from '#web/ui/map/map-props.ts'
import { SchematicMap } from '#web/ui/map/schematic-map.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type ListMapProps = Omit<SchematicMapProps, 'label'> & {
  /** "customers". */
  many: string
  result: { data: unknown; error: ApiError | null; isFetching: boolean; refetch: () => unknown }
  /** Text when there is nothing to show. */
  empty: string
  /** The legend. */
  children: ReactNode
  /** More content below the map. */
  below?: ReactNode
}

/** The records of a list on a map; an error or empty state replaces it. */
export function ListMap({ many, result, empty, children, below, ...map }: ListMapProps) {
  const { data, error, isFetching, refetch } = result
  if (!data && error)
    return (
      <Card flush>
        <ErrorState what={`The map of ${many}`} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    )
  if (!data) return <Skeleton className="h-[min(34rem,70vh)] w-full rounded-lg" />
  if (map.points.length === 0)
    return (
      <Card flush>
        <EmptyState kind="no-match" title="Nothing to show on the map">
          {empty}
        </EmptyState>
      </Card>
    )
  return (
    <div className="flex flex-col gap-3">
      <SchematicMap {...map} label={`Map of the ${many}`} />
      <MapLegend>{children}</MapLegend>
      {below}
    </div>
  )
}
