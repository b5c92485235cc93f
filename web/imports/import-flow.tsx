import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Import } from '#shared/imports/api.ts'
import { useUrlQuery } from '#web/lists/use-url-query.ts'
import { LoadPart } from '#web/api/load-part.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { CheckStep } from './check-step.tsx'
import { useImportKind } from './import-kind.tsx'
import { isWorking } from './is-working.ts'
import { type ImportStep, ImportSteps } from './import-steps.tsx'
import { MappingStep } from './mapping-step.tsx'
import { ResultStep } from './result-step.tsx'
import { WorkingStep } from './working-step.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** An import, at the step that matches its state. */
export function ImportFlow({ id }: { id: string }) {
  const { calls } = useImportKind()
  const importInput = { params: { id } }
  const query = useApiQuery(calls.getImport, importInput)
  const { data: found, error, refetch, isFetching } = query
  // Observes the same query again, as its polling interval depends on its result.
  useApiQuery(calls.getImport, importInput, { every: isWorking(found) ? 500 : false })
  useFreshLists(found)
  const [params, change] = useUrlQuery()
  const setColumns = (open: boolean) =>
    change(
      (address) => {
        if (open) address.set('step', 'columns')
        else address.delete('step')
      },
      { preventScrollReset: false },
    )

  if (!found) {
    return (
      <Card>
        {error ? (
          <ErrorState what="This import" error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SkeletonText lines={8} />
        )}
      </Card>
    )
  }
  const step = stepOf(found, params.get('step') === 'columns')
  return (
    <LoadPart result={query} className="gap-6">
      <ImportSteps current={step} />
      {step === 'columns' && <MappingStep found={found} onDone={() => setColumns(false)} />}
      {(found.state === 'checking' || found.state === 'running') && <WorkingStep found={found} />}
      {step === 'check' && found.state === 'checked' && <CheckStep found={found} onColumns={() => setColumns(true)} />}
      {step === 'result' && <ResultStep found={found} onColumns={() => setColumns(true)} />}
    </LoadPart>
  )
}

function stepOf({ state }: Import, wantsColumns: boolean): ImportStep {
  if (state === 'checking') return 'check'
  if (state === 'running') return 'run'
  if (state === 'uploaded' || (wantsColumns && state !== 'done')) return 'columns'
  return state === 'checked' ? 'check' : 'result'
}

/** Invalidates all lists when a run ends. */
function useFreshLists(found: Import | undefined) {
  const client = useQueryClient()
  const { calls } = useImportKind()
  const before = useRef(found?.state)
  useEffect(() => {
    if (before.current === 'running' && found && found.state !== 'running') {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== calls.getImport.path })
    }
    before.current = found?.state
  }, [client, calls, found])
}
