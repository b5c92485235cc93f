import { useState } from 'react'
import { integrityApi, reportSums } from '#shared/reports/integrity-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

type State = { done: number; corrected: number; problem: string | null }

/** Corrects the daily sums of reports, one table at a time, without blocking other users. */
export function RebuildSums() {
  const [state, setState] = useState<State>()
  const isRunning = state !== undefined && state.problem === null && state.done < reportSums.length
  async function rebuild() {
    let corrected = 0
    setState({ done: 0, corrected, problem: null })
    for (const [at, table] of reportSums.entries()) {
      try {
        const { data } = await call(integrityApi.rebuildReportSums, { body: { table } }, { quiet: true })
        corrected += data.reduce((sum, one) => sum + one.corrected, 0)
        setState({ done: at + 1, corrected, problem: null })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return setState({ done: at, corrected, problem: error.message })
      }
    }
  }
  return (
    <Card title="Report sums" help="Reports use daily sums that are updated with every change.">
      <div className="flex flex-col items-start gap-4">
        <p className="text-pretty text-secondary">
          If the check finds sums that differ from the records, rebuild them. Everyone can keep working.
        </p>
        <Button busy={isRunning} onClick={() => void rebuild()}>
          Rebuild report sums
        </Button>
        {isRunning && (
          <ProgressBar
            className="w-full"
            showLabel
            label={`${state.done} of ${reportSums.length} tables are done`}
            value={state.done}
            max={reportSums.length}
          />
        )}
        {state?.problem && <Notice tone="bad">{state.problem}</Notice>}
        {state && !isRunning && !state.problem && (
          <p role="status">
            {state.corrected === 0
              ? 'All sums were correct.'
              : `${state.corrected.toLocaleString()} ${state.corrected === 1 ? 'sum was' : 'sums were'} corrected.`}
          </p>
        )}
      </div>
    </Card>
  )
}
