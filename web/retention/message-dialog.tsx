import { Link } from 'react-router'
import { triggerNames } from '#shared/retention/candidates-api.ts'
import { messagesApi, type RetentionMessage, whyNotResent } from '#shared/retention/messages-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { MessagePreview } from './message-preview.tsx'

/** A message of the log: its text, or why it failed. */
export function MessageDialog({ message: row, close }: { message: RetentionMessage; close: () => void }) {
  const mayEdit = useCan('retention.edit')
  const resend = useApiMutation(messagesApi.resendMessage, {
    successMessage: () => 'Message queued again',
    onSuccess: close,
  })
  const whyNot = whyNotResent(row)?.reason
  const seesCustomer = useCan('crm.view')
  return (
    <Dialog open size="md" title={`${row.type} to ${row.customer.name}`} onOpenChange={(open) => !open && close()}>
      <DialogBody>
        {row.problem && (
          <Notice tone="bad" title={row.isResent ? 'Failed, sent again since' : 'Failed'}>
            {row.problem}
            {row.withdrawal && !row.isResent && ` ${whyNot}`}
          </Notice>
        )}
        <DescriptionList
          facts={[
            { label: 'Status', value: row.status },
            { label: 'Timestamp', value: <RelativeTime at={row.timestamp} /> },
            { label: 'To', value: row.to },
            { label: 'Reason', value: `${triggerNames[row.trigger]}, message ${row.step}` },
            ...(row.deliveredAt ? [{ label: 'Delivered', value: <RelativeTime at={row.deliveredAt} /> }] : []),
          ]}
        />
        {row.message !== null && <MessagePreview channel={row.type} subject={row.subject} message={row.message} />}
        {seesCustomer && (
          <Link className="link" to={paths.customer(row.customer.id)}>
            Open customer
          </Link>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Close</Button>
        {mayEdit && row.status === 'Failed' && !row.isResent && (
          <Button
            variant="primary"
            disabled={Boolean(whyNot)}
            title={whyNot}
            busy={resend.isPending}
            onClick={() => resend.submit({ params: { id: row.id } })}
          >
            {row.isUncertain ? 'Send again anyway' : 'Send again'}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
