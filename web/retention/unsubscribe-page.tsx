import { useParams } from 'react-router'
import { optOutsApi } from '#shared/retention/opt-outs-api.ts'
import { call } from '#web/api/client.ts'
import { Unsubscribe } from '#web/forms/unsubscribe.tsx'

/** Handles the unsubscribe link in a retention message. */
export default function UnsubscribePage() {
  const { key = '' } = useParams()
  return (
    <Unsubscribe
      send={(optedOut) => call(optOutsApi.unsubscribe, { body: { key, optedOut } }, { quiet: true })}
      isUnsubscribed={(done) => done.optedOut}
      words={({ company, optedOut }) =>
        optedOut
          ? `You are unsubscribed. ${company} sends you no more of these messages.`
          : `You are subscribed again to messages of ${company}.`
      }
    />
  )
}
