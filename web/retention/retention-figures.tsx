import { Link } from 'react-router'
import type { candidatesApi } from '#shared/retention/candidates-api.ts'
import { addDays } from '#shared/dates.ts'
import type { useApiQuery } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useToday } from '#web/session/today.ts'
import { Badge } from '#web/ui/badge.tsx'
import { FigureStrip, stripFigure, StripValue } from '#web/ui/table/figure-strip.tsx'
import { TotalsError } from '#web/ui/table/totals-error.tsx'

type Props = {
  query: ReturnType<typeof useApiQuery<(typeof candidatesApi.getSummary)['spec']>>
  place: 'header' | 'after-list'
}

const rowsAt = (query: Record<string, string>) => `${paths.retention}?${new URLSearchParams(query)}`

/** What waits for a decision and what was done, each number linked to its rows. */
export function RetentionFigures({ query, place }: Props) {
  const { data, error } = query
  const since = addDays(useToday(), -30)
  if (error && !data)
    return (
      <FigureStrip place={place}>
        <TotalsError query={query} />
      </FigureStrip>
    )
  const more = data?.isMore ? '+' : ''
  const figures = [
    { label: 'Ready to message', value: data?.ready, more, to: rowsAt({ status: 'ready' }) },
    { label: 'Excluded', value: data?.excluded, more, to: rowsAt({ status: 'excluded' }) },
    { label: 'Sent, 30 days', value: data?.sent, to: rowsAt({ tab: 'log', status: 'Sent', from: since }) },
    { label: 'Failed, 30 days', value: data?.failed, to: rowsAt({ tab: 'log', status: 'Failed', from: since }) },
    { label: 'Opted out', value: data?.optedOut, to: rowsAt({ tab: 'opt-outs' }) },
  ]
  return (
    <FigureStrip place={place}>
      {figures.map(({ label, value, more: mark = '', to }) => (
        <Link
          key={label}
          to={to}
          className={stripFigure}
          {...(value !== undefined && { 'aria-label': `${label}: ${value.toLocaleString()}${mark}` })}
          {...(mark && { title: 'The first 10,000 are counted.' })}
        >
          <StripValue label={label} value={value === undefined ? undefined : `${value.toLocaleString()}${mark}`} />
        </Link>
      ))}
    </FigureStrip>
  )
}

/** Why no messages can be sent now. */
export function SendingState({ query: { data } }: Pick<Props, 'query'>) {
  if (!data) return null
  return (
    <>
      {!data.isEmailSetUp && (
        <span
          role="status"
          title={
            data.isSmsSetUp
              ? 'No mail server is set up: emails are logged as Failed.'
              : 'No mail server and no SMS gateway are set up: messages are logged as Failed.'
          }
        >
          <Badge tone="warn">No mail server</Badge>
        </span>
      )}
      {data.waiting > 0 && (
        <span
          role="status"
          title="They are sent one after the other; those of customers in quiet hours when these end."
        >
          <Badge tone="info">{data.waiting.toLocaleString()} waiting to be sent</Badge>
        </span>
      )}
    </>
  )
}
