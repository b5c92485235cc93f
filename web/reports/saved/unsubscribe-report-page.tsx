import { useParams } from 'react-router'
import { reportSchedulesApi } from '#shared/reports/schedules-api.ts'
import { call } from '#web/api/client.ts'
import { Unsubscribe } from '#web/forms/unsubscribe.tsx'

/** Handles the unsubscribe link in a scheduled report's email. */
export default function UnsubscribeReportPage() {
  const { key = '' } = useParams()
  return (
    <Unsubscribe
      send={(unsubscribed) => call(reportSchedulesApi.unsubscribe, { body: { key, unsubscribed } }, { quiet: true })}
      isUnsubscribed={(done) => done.unsubscribed}
      words={({ report, unsubscribed }) =>
        unsubscribed
          ? `You are unsubscribed. The report “${report}” is not sent to you any more.`
          : `The report “${report}” is sent to you again.`
      }
    />
  )
}
