import { useState } from 'react'
import { type MailSettings, mailSettingsApi } from '#shared/settings/mail-settings-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { MailServerDialog } from './mail-server-dialog.tsx'
import { encryptionLabels, passwordLabels } from './mail-server-values.ts'
import { TestMailDialog } from './test-mail-dialog.tsx'

/** The mail server and its state. */
export function MailCard() {
  const { data, error, refetch, isFetching } = useApiQuery(mailSettingsApi.getMailSettings, {}, { untold: true })
  const [open, setOpen] = useState<'server' | 'test'>()
  const close = () => setOpen(undefined)
  return (
    <div id="email" className="scroll-mt-20">
      <Card
        title="Email"
        help="The mail server for invitations, documents, reminders and reports."
        action={
          data && (
            <>
              {data.server && (
                <Button size="sm" onClick={() => setOpen('test')}>
                  Send test email
                </Button>
              )}
              {data.source !== 'environment' && (
                <Button size="sm" onClick={() => setOpen('server')}>
                  {data.server ? 'Edit' : 'Set up email'}
                </Button>
              )}
            </>
          )
        }
      >
        {data ? (
          <Server settings={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SkeletonText lines={3} />
        )}
        {open === 'server' && data && <MailServerDialog settings={data} reload={refetch} close={close} />}
        {open === 'test' && <TestMailDialog close={close} />}
      </Card>
    </div>
  )
}

function Server({ settings: { source, server, password, isOn, lastTest } }: { settings: MailSettings }) {
  if (!server)
    return (
      <p className="text-secondary">Not set up. Emails are kept in the email log, where you can share their links.</p>
    )
  return (
    <div className="flex flex-col gap-4">
      {!isOn && (
        <Notice tone="warn" title="No email is sent">
          The mail server is off since a backup was restored. Check it and save it to send emails again.
        </Notice>
      )}
      {password === 'unreadable' && (
        <Notice tone="bad" title="Enter the password again">
          It was encrypted with another secret key, so no email can be sent.
        </Notice>
      )}
      {source === 'environment' && (
        <p className="text-secondary">Set by the server’s environment (SMTP_URL). It can’t be changed here.</p>
      )}
      <DescriptionList
        facts={[
          { label: 'Server', value: `${server.host}:${server.port}` },
          { label: 'Encryption', value: encryptionLabels[server.encryption] },
          { label: 'User', value: server.username ?? 'Not set' },
          { label: 'Password', value: passwordLabels[password] },
          {
            label: 'Sender',
            value: (
              <span className="flex flex-col">
                {server.senderName && <span>{server.senderName}</span>}
                <span>{server.senderAddress}</span>
              </span>
            ),
          },
          {
            label: 'Last test',
            value: lastTest ? (
              <span className="flex flex-col items-end gap-1">
                <span className="flex flex-wrap items-center gap-2">
                  <StatusBadge tone={lastTest.problem ? 'bad' : 'good'}>
                    {lastTest.problem ? 'Failed' : 'Sent'}
                  </StatusBadge>
                  <RelativeTime at={lastTest.at} />
                </span>
                {lastTest.problem && <span className="wrap-anywhere text-muted text-xs">{lastTest.problem}</span>}
              </span>
            ) : (
              'Not tested yet'
            ),
          },
        ]}
      />
    </div>
  )
}
