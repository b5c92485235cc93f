import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { type Settings, settingsApi } from '#shared/settings/api.ts'
import { overDefaults } from '#shared/settings/over-defaults.ts'
import { call } from '#web/api/client.ts'
import { settingsQuery } from '#web/session/settings.ts'
import { topRight } from '#web/ui/toasts/toaster.tsx'

/**
 * Saves the settings that `change` returns, as an optimistic update that is reverted if the server refuses. The form may show
 * another user's change before its version is loaded, so the update waits for that version.
 */
export function useSaveSettings() {
  const client = useQueryClient()
  const { queryKey } = settingsQuery
  return useMutation({
    mutationFn: (_change: (saved: Settings) => Settings) => {
      const { data, version } = client.getQueryData(queryKey) ?? {}
      return call(settingsApi.putSettings, { body: overDefaults(data) }, { version: version ?? 1, quiet: true })
    },
    onMutate: async (change) => {
      const previous = await client.fetchQuery({ ...settingsQuery, staleTime: Number.POSITIVE_INFINITY })
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, { ...previous, data: change(overDefaults(previous.data)) })
      return { previous }
    },
    onSuccess: (reply) => {
      client.setQueryData(queryKey, reply)
      toast.success('Settings updated successfully!', topRight)
    },
    onError: (error, _change, context) => {
      client.setQueryData(queryKey, context?.previous)
      toast.error(`Failed to update settings: ${error.serverMessage ?? 'An unknown error occurred.'}`, topRight)
    },
  })
}
