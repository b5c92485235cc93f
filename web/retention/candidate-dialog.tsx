import { Link } from 'react-router'
import { type Candidate, candidatesApi, exclusionNames, triggerNames } from '#shared/retention/candidates-api.ts'
import { optOutsApi } from '#shared/retention/opt-outs-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Notice } from '#web/ui/notice.tsx'
import { days, lateText, usualText } from './candidate-columns.tsx'
import { MessagePreview } from './message-preview.tsx'

/** A candidate: their data, a preview of the message, and other actions. */
export function CandidateDialog({ candidate, close }: { candidate: Candidate; close: () => void }) {
  const mayEdit = useCan('retention.edit')
  const seesCustomer = useCan('crm.view')
  const done = { onSuccess: close }
  const send = useApiMutation(candidatesApi.run, {
    ...done,
    successMessage: ({ queued }) => (queued > 0 ? 'Message queued' : 'Held out for comparison'),
  })
  const call = useApiMutation(candidatesApi.createCallTask, {
    ...done,
    successMessage: () => 'Call task created for the account’s owner',
  })
  const optOut = useApiMutation(optOutsApi.setOptOut, {
    ...done,
    successMessage: ({ optedOut }) => (optedOut ? 'Opted out' : 'Opted in again'),
  })
  const { id, name, rhythmDays, daysLate, usualItems, exclusions, channel, subject, message } = candidate
  const isOptedOut = exclusions.includes('optedOut')
  const facts = [
    { label: 'Last order', value: `${formatDay(candidate.lastOrderDate)}, ${days(candidate.daysSince)} ago` },
    { label: 'Reason', value: triggerNames[candidate.trigger] },
    {
      label: 'Usual rhythm',
      value:
        rhythmDays === null || daysLate === null
          ? 'Not known: needs 4 orders of a product'
          : `Every ${days(rhythmDays)}, ${lateText(daysLate)}`,
    },
    { label: 'Usual items', value: usualText(usualItems) || '–' },
    { label: 'Email', value: candidate.email ?? '–' },
    { label: 'Phone', value: candidate.phone ?? '–' },
  ]
  return (
    <Dialog open size="md" title={name} onOpenChange={(open) => !open && close()}>
      <DialogBody>
        {exclusions.length > 0 && (
          <Notice tone="warn" title="Gets no message now">
            {exclusions.map((reason) => exclusionNames[reason]).join(', ')}
          </Notice>
        )}
        <DescriptionList facts={facts} />
        {channel && message !== null && <MessagePreview channel={channel} subject={subject} message={message} />}
        {seesCustomer && (
          <Link className="link" to={paths.customer(id)}>
            Open customer
          </Link>
        )}
      </DialogBody>
      <DialogFooter>
        {mayEdit && (
          <>
            <Button
              busy={optOut.isPending}
              onClick={() => optOut.submit({ body: { accountId: id, optedOut: !isOptedOut } })}
            >
              {isOptedOut ? 'Opt in again' : 'Opt out'}
            </Button>
            <Button
              busy={call.isPending}
              onClick={() => call.submit({ body: { accountId: id, note: usualText(usualItems) || null } })}
            >
              Create call task
            </Button>
            <Button
              variant="primary"
              disabled={exclusions.length > 0}
              busy={send.isPending}
              onClick={() => send.submit({ body: { accountIds: [id] } })}
            >
              Send message
            </Button>
          </>
        )}
        {!mayEdit && <Button onClick={close}>Close</Button>}
      </DialogFooter>
    </Dialog>
  )
}
