import { useQueryClient } from '@tanstack/react-query'
import type { Import, ImportCalls } from '#shared/imports/api.ts'
import type { Route, RouteSpec } from '#shared/http/route.ts'
import { type MutationChoices, useApiMutation } from '#web/api/mutation.ts'
import { apiQuery } from '#web/api/query.ts'
import { useImportKind } from './import-kind.tsx'

type Acting = RouteSpec & { reply: typeof Import }

/** An act on an import; its answer is at once what the page shows. */
function useImportAct<S extends Acting>(route: Route<S>, choices: MutationChoices<S> = {}) {
  const client = useQueryClient()
  const { calls } = useImportKind()
  return useApiMutation(route, {
    ...choices,
    invalidates: [calls.listImports],
    onSuccess: (reply, sent) => {
      const found = reply as unknown as Import
      client.setQueryData(apiQuery(calls.getImport, { params: { id: found.id } }).queryKey, found)
      choices.onSuccess?.(reply, sent)
    },
  })
}

export const useCheckImport = (choices: MutationChoices<ImportCalls['checkImport']['spec']>) =>
  useImportAct(useImportKind().calls.checkImport, choices)
export const useRunImport = () => useImportAct(useImportKind().calls.runImport)
export const useCancelImport = () => useImportAct(useImportKind().calls.cancelImport)
