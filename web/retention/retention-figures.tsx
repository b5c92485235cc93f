import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { candidatesApi, RetentionSummary } from '#shared/retention/candidates-api.ts'
import { addDays } from '#shared/dates.ts'
import type { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useToday } from '#web/session/today.ts'
import { Card, Figure } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = { query: ReturnType<typeof useApiQuery<(typeof candidatesApi.getSummary)['spec']>> }

const rowsAt = (query: Record<string, string>) => `${paths.retention}?${new URLSearchParams(query)}`

/** What waits for a decision and what was done, each number leading to its rows. */
export function RetentionFigures({ query: { data, error, isFetching, refetch } }: Props) {
  const since = addDays(useToday(), -30)
  if (error && !data)
    return (
      <Card flush>
        <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    )
  const more = data?.isMore ? 'of the first 10,000 counted' : undefined
  return (
    <>
      {data && <NotSetUp summary={data} />}
      {data && data.waiting > 0 && (
        <Notice tone="info" title={`${counted(data.waiting, 'message waits', 'messages wait')} to be sent`}>
          They are sent one after the other. Those of customers in quiet hours go when these end.
        </Notice>
      )}
      <Card>
        <div className="grid grid-cols-5 gap-4 max-md:grid-cols-2">
          <Linked label="Ready to message" value={data?.ready} note={more} to={rowsAt({ status: 'ready' })} />
          <Linked label="Excluded" value={data?.excluded} note={more} to={rowsAt({ status: 'excluded' })} />
          <Linked label="Sent in 30 days" value={data?.sent} to={rowsAt({ tab: 'log', status: 'Sent', from: since })} />
          <Linked
            label="Failed in 30 days"
            value={data?.failed}
            to={rowsAt({ tab: 'log', status: 'Failed', from: since })}
          />
          <Linked label="Opted out" value={data?.optedOut} to={rowsAt({ tab: 'opt-outs' })} />
        </div>
      </Card>
    </>
  )
}

const counted = (count: number, one: string, many: string) => `${count.toLocaleString()} ${count === 1 ? one : many}`

function NotSetUp({ summary: { isEmailSetUp, isSmsSetUp } }: { summary: RetentionSummary }) {
  if (isEmailSetUp) return null
  return (
    <Notice
      tone="warn"
      title={isSmsSetUp ? 'No mail server is set up' : 'No mail server and no SMS gateway are set up'}
    >
      Messages that can’t be sent are logged as Failed. Set up the mail server under Settings; SMS_URL and SMS_TOKEN
      name the SMS gateway.
    </Notice>
  )
}

type LinkedProps = { label: string; value: number | undefined; note?: ReactNode; to: string }

function Linked({ label, value, note, to }: LinkedProps) {
  const shown =
    value === undefined ? undefined : (
      <Link to={to} className="link" aria-label={`${label}: ${value.toLocaleString()}`}>
        {value.toLocaleString()}
      </Link>
    )
  return <Figure label={label} value={shown} note={note} loading={value === undefined} />
}
