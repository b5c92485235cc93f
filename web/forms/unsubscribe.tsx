import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { ApiError } from '#web/api/api-error.ts'
import { useDeviceTheme } from '#web/session/device-theme.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

interface UnsubscribeProps<Done> {
  /** Unsubscribes; with false, subscribes again. */
  send: (unsubscribed: boolean) => Promise<Done>
  isUnsubscribed: (done: Done) => boolean
  /** The result in one sentence. */
  words: (done: Done) => string
}

/**
 * The page behind an unsubscribe link: opening it unsubscribes, without a login or confirmation. The page's script sends
 * the request, not the GET of the URL itself, because mail filters open every URL they see.
 */
export function Unsubscribe<Done>({ send, isUnsubscribed, words }: UnsubscribeProps<Done>) {
  useDeviceTheme()
  const { mutate, data, error, isPending, variables } = useMutation<Done, ApiError, boolean>({ mutationFn: send })
  const unsubscribe = useEffectEvent(() => mutate(true))
  useEffect(() => unsubscribe(), [])
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
          <ErrorState
            title="Your choice could not be saved"
            error={error}
            onRetry={() => mutate(variables ?? true)}
            retrying={isPending}
          />
        ) : data ? (
          <div className="flex flex-col items-start gap-4">
            <p role="status" className="text-pretty">
              {words(data)}
            </p>
            <Button busy={isPending} onClick={() => mutate(!isUnsubscribed(data))}>
              {isUnsubscribed(data) ? 'Undo' : 'Unsubscribe'}
            </Button>
          </div>
        ) : (
          <SkeletonText lines={2} />
        )}
      </Card>
    </>
  )
}
