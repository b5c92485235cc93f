import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useParams } from 'react-router'
import { optOutsApi } from '#shared/retention/opt-outs-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type Done = { company: string; optedOut: boolean }

/**
 * The link of a message: opening it opts out, without a question and without a login. It is the page that does so and not the
 * address, as mail filters open every address they see.
 */
export default function UnsubscribePage() {
  const { key = '' } = useParams()
  const { mutate, data, error, isPending, variables } = useMutation<Done, ApiError, boolean>({
    mutationFn: (optedOut) => call(optOutsApi.unsubscribe, { body: { key, optedOut } }, { quiet: true }),
  })
  const optOut = useEffectEvent(() => mutate(true))
  useEffect(() => optOut(), [])
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
              {data.optedOut
                ? `You are unsubscribed. ${data.company} sends you no more of these messages.`
                : `You are subscribed again to messages of ${data.company}.`}
            </p>
            <Button busy={isPending} onClick={() => mutate(!data.optedOut)}>
              {data.optedOut ? 'Undo' : 'Unsubscribe'}
            </Button>
          </div>
        ) : (
          <SkeletonText lines={2} />
        )}
      </Card>
    </>
  )
}
