import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import type { Call, Reply, Route, RouteSpec } from '#shared/http/route.ts'
import { ApiError } from './api-error.ts'
import { call } from './client.ts'
import { IdempotencyKey } from './idempotency-key.ts'
import { showError } from './toasts.ts'

type Versioned<S extends RouteSpec> = S['ifMatch'] extends true
  ? { version: number }
  : S['ifMatch'] extends 'optional'
    ? { version?: number }
    : { version?: undefined }
/** What `submit` sends: the parts of the call, and the version that was read if the call needs If-Match. */
export type Submission<S extends RouteSpec> = Call<S> & Versioned<S>

export type MutationChoices<S extends RouteSpec> = {
  /** Toast text after success. */
  successMessage?: (reply: Reply<S>, sent: Submission<S>) => string
  onSuccess?: (reply: Reply<S>, sent: Submission<S>) => void
  onError?: (error: ApiError, sent: Submission<S>) => void
  /** `toast` (default) shows every failure; `page` leaves to the page those that are not reported globally (failures.ts). */
  errors?: 'toast' | 'page'
  prefix?: string
}

/**
 * A declared write; afterwards the queries that its route's events invalidate are refetched (refresh.ts). A double click
 * sends once, and a retry after an uncertain failure reuses the idempotency key.
 */
export function useApiMutation<S extends RouteSpec>(route: Route<S>, choices: MutationChoices<S> = {}) {
  const [intent] = useState(() => new IdempotencyKey())
  const underWay = useRef(false)
  const mutation = useMutation<Reply<S>, ApiError, Submission<S>>({
    mutationFn: async (sent) => {
      const { version, ...input } = sent
      const idempotencyKey = intent.keyFor(JSON.stringify(sent))
      const { prefix = 'Request failed' } = choices
      try {
        const reply = await call(route, input as unknown as Call<S>, { version, idempotencyKey, prefix })
        intent.settle()
        return reply
      } catch (error) {
        if (!(error instanceof ApiError && error.isUncertain)) intent.settle()
        throw error
      }
    },
    onSuccess: (reply, sent) => {
      if (choices.successMessage) toast.success(choices.successMessage(reply, sent))
      choices.onSuccess?.(reply, sent)
    },
    onError: (error, sent) => {
      if (choices.errors !== 'page') showError(error)
      choices.onError?.(error, sent)
    },
    onSettled: () => {
      underWay.current = false
    },
  })
  const start = () => {
    if (underWay.current) return false
    underWay.current = true
    return true
  }
  return {
    /** Sends it and reports the outcome to the callbacks; does nothing while the previous one is pending. */
    submit: (sent: Submission<S>) => {
      if (start()) mutation.mutate(sent)
    },
    isPending: mutation.isPending,
    error: mutation.error,
    data: mutation.data,
    sent: mutation.variables,
    reset: mutation.reset,
  }
}
