import { retentionSettingsApi } from '#shared/retention/settings-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The recipients, times and log retention. */
export function SettingsTab() {
  const { data, error, isFetching, refetch } = useApiQuery(retentionSettingsApi.getRetentionSettings, {})
  if (data) return <SettingsForm settings={data.data} version={data.version} reload={refetch} />
  return (
    <Card>
      {error ? (
        <ErrorState what="Settings" error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonText lines={10} />
      )}
    </Card>
  )
}
