import { useState } from 'react'
import { type PeriodEvent, type PeriodLock, periodsApi } from '#shared/accounting/periods-api.ts'
import { addDays, businessDate } from '#shared/dates.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextField } from '#web/ui/field.tsx'
import { formatDay } from '#shared/format-day.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/** The day up to which periods are closed, and who closed them. For administrators. */
export function ClosedPeriods() {
  const lock = useApiQuery(periodsApi.getPeriodLock, {}, { untold: true })
  const events = useApiQuery(periodsApi.listPeriodEvents, {}, { untold: true })
  if (lock.error)
    return (
      <Card>
        <ErrorState
          what="Closed periods"
          error={lock.error}
          onRetry={() => void lock.refetch()}
          retrying={lock.isFetching}
        />
      </Card>
    )
  if (!lock.data)
    return (
      <Card>
        <SkeletonText lines={6} />
      </Card>
    )
  return (
    <div className="flex max-w-180 flex-col gap-4">
      <ClosePeriod key={`close ${lock.data.version}`} lock={lock.data} />
      {lock.data.closedUntil && <ReopenPeriod key={`reopen ${lock.data.version}`} lock={lock.data} />}
      <History events={events.data?.data} />
    </div>
  )
}

/** The last day of the previous month. */
const endOfLastMonth = (day: string) => addDays(`${day.slice(0, 8)}01`, -1)

function ClosePeriod({ lock }: { lock: PeriodLock }) {
  const { timeZone } = useSettings()
  const [today] = useState(() => businessDate(new Date(), timeZone))
  const { closedUntil, version } = lock
  const proposed = endOfLastMonth(today)
  const [until, setUntil] = useState(closedUntil && proposed <= closedUntil ? '' : proposed)
  const [problem, setProblem] = useState<string>()
  const close = useApiMutation(periodsApi.closePeriod, {
    successMessage: (reply) => `Books closed up to ${formatDay(reply.closedUntil ?? '')}`,
    errors: 'page',
    onError: (error) => setProblem(error.fields?.['until'] ? `The day ${error.fields['until']}` : error.message),
  })
  return (
    <Card
      title={closedUntil ? `Books are closed up to ${formatDay(closedUntil)}` : 'No period is closed'}
      help="Payments, receipts and returns can’t be dated into a closed period. Corrections are posted on the day they are made."
    >
      <form
        noValidate
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setProblem(until ? undefined : 'Choose a day')
          if (until) close.submit({ body: { until }, version })
        }}
      >
        <TextField
          label="Close up to"
          type="date"
          min={closedUntil ? addDays(closedUntil, 1) : undefined}
          max={addDays(today, -1)}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
          error={problem}
        />
        <Button type="submit" variant="primary" busy={close.isPending} className="mt-6.5">
          Close period
        </Button>
      </form>
    </Card>
  )
}

function ReopenPeriod({ lock }: { lock: PeriodLock }) {
  const [until, setUntil] = useState('')
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Partial<Record<'until' | 'reason', string | undefined>>>({})
  const reopen = useApiMutation(periodsApi.reopenPeriod, {
    successMessage: (reply) =>
      reply.closedUntil ? `Books are closed up to ${formatDay(reply.closedUntil)}` : 'All periods are open',
    errors: 'page',
    onError: ({ fields, message }) =>
      setProblems({
        until: fields?.['until'] && `The day ${fields['until']}`,
        reason: fields?.['until'] ? undefined : message,
      }),
  })
  return (
    <Card title="Reopen" help="The reason is kept with your name.">
      <form
        noValidate
        className="flex flex-col items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setProblems(reason.trim() ? {} : { reason: 'Reason is required' })
          if (reason.trim())
            reopen.submit({ body: { until: until || null, reason: reason.trim() }, version: lock.version })
        }}
      >
        <TextField
          label="Stay closed up to"
          type="date"
          help="Leave blank to open everything."
          max={lock.closedUntil ? addDays(lock.closedUntil, -1) : undefined}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
          error={problems.until}
        />
        <TextField
          label="Reason"
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={problems.reason}
        />
        <Button type="submit" busy={reopen.isPending}>
          Reopen period
        </Button>
      </form>
    </Card>
  )
}

function History({ events }: { events: PeriodEvent[] | undefined }) {
  if (!events || events.length === 0) return null
  return (
    <Card title="History">
      <ul className="flex flex-col gap-3">
        {events.map(({ id, kind, closedUntil, reason, actor, at }) => (
          <li key={id}>
            <p>
              {kind === 'close'
                ? 'Closed up to '
                : closedUntil
                  ? 'Reopened, closed up to '
                  : 'Reopened, nothing is closed'}
              {closedUntil && formatDay(closedUntil)}
            </p>
            <p className="text-muted text-table">
              {reason && `${reason} · `}
              {actor?.name ?? 'Wardstock'} · <RelativeTime at={at} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
