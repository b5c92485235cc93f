import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { type Settings, settingsApi } from '#shared/settings/api.ts'
import { call } from '#web/api/client.ts'
import { settingsQuery } from '#web/session/settings.ts'
import { topRight } from '#web/ui/toaster.tsx'

/** Saves the whole settings over `version`: they hold at once, and go back to what they were when the server refuses. */
export function useSaveSettings(version: number) {
  const client = useQueryClient()
  const { queryKey } = settingsQuery
  return useMutation({
    mutationFn: (settings: Settings) => call(settingsApi.putSettings, { body: settings }, { version, quiet: true }),
    onMutate: async (settings) => {
      await client.cancelQueries({ queryKey })
      const previous = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (current) => current && { ...current, data: settings })
      return { previous }
    },
    onSuccess: (reply) => {
      client.setQueryData(queryKey, reply)
      toast.success('Settings updated successfully!', topRight)
    },
    onError: (error, _settings, context) => {
      client.setQueryData(queryKey, context?.previous)
      toast.error(`Failed to update settings: ${error.serverMessage ?? 'An unknown error occurred.'}`, topRight)
    },
  })
}
