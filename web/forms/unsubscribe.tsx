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
  /** Ends the messages of this link, or with false takes that back. */
  send: (unsubscribed: boolean) => Promise<Done>
  isUnsubscribed: (done: Done) => boolean
  /** What it came to, in a sentence. */
  words: (done: Done) => string
}

/**
 * The page behind a message's link: opening it unsubscribes, without a question and without a login. It is the page that does
 * so and not the address, as mail filters open every address they see.
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
