import { useQueryClient } from '@tanstack/react-query'
import { type Import, importsApi } from '#shared/imports/api.ts'
import type { Reply, Route, RouteSpec } from '#shared/http/route.ts'
import { type MutationChoices, useApiMutation } from '#web/api/mutation.ts'
import { apiQuery } from '#web/api/query.ts'

type Acting = RouteSpec & { reply: typeof Import }

/** An act on an import; its answer is at once what the page shows. */
function useImportAct<S extends Acting>(route: Route<S>, choices: MutationChoices<S> = {}) {
  const client = useQueryClient()
  return useApiMutation(route, {
    ...choices,
    invalidates: [importsApi.listImports],
    onSuccess: (reply, sent) => {
      const found = reply as unknown as Reply<typeof importsApi.getImport.spec>
      client.setQueryData(apiQuery(importsApi.getImport, { params: { id: found.id } }).queryKey, found)
      choices.onSuccess?.(reply, sent)
    },
  })
}

export const useCheckImport = (choices: MutationChoices<typeof importsApi.checkImport.spec>) =>
  useImportAct(importsApi.checkImport, choices)
export const useRunImport = () => useImportAct(importsApi.runImport)
export const useCancelImport = () => useImportAct(importsApi.cancelImport)
