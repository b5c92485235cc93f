import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useParams } from 'react-router'
import { reportSchedulesApi } from '#shared/reports/schedules-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type Done = { report: string; unsubscribed: boolean }

/** The link of a scheduled report's mail: opening it ends these mails, without a login. */
export default function UnsubscribeReportPage() {
  const { key = '' } = useParams()
  const { mutate, data, error, isPending, variables } = useMutation<Done, ApiError, boolean>({
    mutationFn: (unsubscribed) =>
      call(reportSchedulesApi.unsubscribe, { body: { key, unsubscribed } }, { quiet: true }),
  })
  const end = useEffectEvent(() => mutate(true))
  useEffect(() => end(), [])
  const isWrong = error?.status === 400 || error?.status === 422
  return (
    <>
      <PageHeader title="Unsubscribe" />
      <Card flush={error !== null}>
        {isWrong ? (
          <EmptyState kind="no-match" title="This link is not complete">
            Open it from the message again.
          </EmptyState>
        ) : error ? (
          <ErrorState message={error.message} onRetry={() => mutate(variables ?? true)} retrying={isPending} />
        ) : data ? (
          <div className="flex flex-col items-start gap-4">
            <p role="status" className="text-pretty">
              {data.unsubscribed
                ? `You are unsubscribed. The report “${data.report}” is not sent to you any more.`
                : `The report “${data.report}” is sent to you again.`}
            </p>
            <Button busy={isPending} onClick={() => mutate(!data.unsubscribed)}>
              {data.unsubscribed ? 'Undo' : 'Unsubscribe'}
            </Button>
          </div>
        ) : (
          <SkeletonText lines={2} />
        )}
      </Card>
    </>
  )
}
