import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { type Settings, settingsApi } from '#shared/settings/api.ts'
import { overDefaults } from '#shared/settings/over-defaults.ts'
import { call } from '#web/api/client.ts'
import { settingsQuery } from '#web/session/settings.ts'
import { topRight } from '#web/ui/toasts/toaster.tsx'

/**
 * Saves what `change` makes of the whole settings: they hold at once, and go back to what they were when the server refuses.
 * The form hears of another's change before its version is known, so that version is waited for.
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
