import { useParams } from 'react-router'
import { notificationsApi } from '#shared/notifications/api.ts'
import { call } from '#web/api/client.ts'
import { Unsubscribe } from '#web/forms/unsubscribe.tsx'

/** Handles the unsubscribe link in a digest email. */
export default function UnsubscribeDigestPage() {
  const { key = '' } = useParams()
  return (
    <Unsubscribe
      send={(unsubscribed) => call(notificationsApi.unsubscribe, { body: { key, unsubscribed } }, { quiet: true })}
      isUnsubscribed={(done) => done.unsubscribed}
      words={({ unsubscribed }) =>
        unsubscribed
          ? 'You are unsubscribed. Notifications are not emailed to you any more; they stay in the list.'
          : 'Notifications are emailed to you again.'
      }
    />
  )
}
