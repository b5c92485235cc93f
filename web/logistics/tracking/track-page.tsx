import { useCallback, useEffect, useState } from 'react'
import { type Tracking, trackingApi } from '#shared/logistics/tracking/api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ProofCard } from '#web/logistics/public/proof-card.tsx'
import { TrackingStatus } from '#web/logistics/public/tracking-status.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDeviceTheme } from '#web/session/device-theme.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { callByLink } from './ask.ts'
import { LeaveInstruction } from './leave-instruction.tsx'
import { NewDay } from './new-day.tsx'
import { LinkSignature } from './link-signature.tsx'

const storageKey = 'tracking-link'
const everySeconds = 30

/** The secret of the link: removed from the URL at once, and stored in sessionStorage so that a reload works. */
function readToken(): string {
  const given = window.location.hash.slice(1)
  if (given) sessionStorage.setItem(storageKey, given)
  return given || (sessionStorage.getItem(storageKey) ?? '')
}

/** The customer's page behind a tracking link: shows this delivery only. */
export function TrackPage() {
  const [token] = useState(readToken)
  const [tracking, setTracking] = useState<Tracking>()
  const [error, setError] = useState<ApiError>()
  const [isLoading, setLoading] = useState(false)
  useDeviceTheme()
  useEffect(() => {
    if (window.location.hash) window.history.replaceState(null, '', window.location.pathname)
  }, [])
  const load = useCallback(async () => {
    if (token === '') return
    setLoading(true)
    try {
      const { data } = await callByLink(trackingApi.track, { token })
      setTracking(data)
      setError(undefined)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      setError(problem)
      // The link has expired: hides what it showed.
      if (isEnd(problem)) setTracking(undefined)
    } finally {
      setLoading(false)
    }
  }, [token])
  useEffect(() => {
    const now = setTimeout(() => void load())
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load()
    }, everySeconds * 1000)
    return () => {
      clearTimeout(now)
      clearInterval(timer)
    }
  }, [load])

  return (
    <main className="mx-auto flex w-full max-w-160 flex-col gap-4 px-4 py-8">
      {tracking ? (
        <>
          {error && <Notice tone="warn">This may be out of date. {error.message}</Notice>}
          <Shown tracking={tracking} token={token} onChanged={setTracking} />
        </>
      ) : (
        <>
          <h1 className="font-semibold text-2xl tracking-tight">Your delivery</h1>
          <Card>
            {token === '' || (error && isEnd(error)) ? (
              <EmptyState kind="no-match" title="This link no longer works">
                {token === ''
                  ? 'The link is incomplete. Open it from the email again.'
                  : 'It has ended. Ask the sender for a new one.'}
              </EmptyState>
            ) : error ? (
              <ErrorState what="Your delivery" error={error} onRetry={() => void load()} retrying={isLoading} />
            ) : (
              <SkeletonText lines={6} />
            )}
          </Card>
        </>
      )}
    </main>
  )
}

const isEnd = ({ status }: ApiError) => status === 400 || status === 422

type ShownProps = { tracking: Tracking; token: string; onChanged: (tracking: Tracking) => void }

function Shown({ tracking, token, onChanged }: ShownProps) {
  return (
    <>
      <header className="flex flex-col gap-1">
        <h1 className="wrap-anywhere font-semibold text-2xl tracking-tight">Delivery {tracking.number}</h1>
        <p className="wrap-anywhere text-secondary">
          Order {tracking.order} from {tracking.company}
        </p>
      </header>
      <TrackingStatus tracking={tracking} />
      {tracking.mayReschedule && <NewDay tracking={tracking} token={token} onChanged={onChanged} />}
      {tracking.mayInstruct && (
        <LeaveInstruction key={tracking.instruction} tracking={tracking} token={token} onChanged={onChanged} />
      )}
      {tracking.proof && (
        <ProofCard
          proof={tracking.proof}
          timeZone={tracking.timeZone}
          picture={tracking.proof.signature && <LinkSignature token={token} name={tracking.proof.receivedBy} />}
        />
      )}
      <p className="text-center text-muted text-xs">
        Anyone with this link can view this page. The link expires 7 days after delivery.
      </p>
    </>
  )
}
