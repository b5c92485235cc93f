import { useState } from 'react'
import { toast } from 'sonner'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { isDueByMail, type Recall } from '#shared/inventory/recalls/recall.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useIsMailSetUp } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const mails = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'mail' : 'mails'}`

/** After a confirmation, mails the notice to all customers not notified yet who have an address and no mail under way. */
export function MailAll({ recall }: { recall: Recall }) {
  const [isConfirming, setConfirming] = useState(false)
  const isMailSetUp = useIsMailSetUp()
  const due = recall.customers.filter((customer) => isDueByMail(customer, isMailSetUp))
  const save = useApiMutation(recallsApi.mailAll, {
    onSuccess: (reply) => {
      toast.success(
        isMailSetUp ? `${mails(reply.mails)} on their way` : `Not sent: ${mails(reply.mails)} kept in the email log`,
      )
      setConfirming(false)
    },
    onError: () => setConfirming(false),
  })
  if (due.length === 0) return null
  return (
    <>
      <Button size="sm" onClick={() => setConfirming(true)}>
        Email all not notified
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={isMailSetUp ? `Send ${mails(due.length)}?` : `Keep ${mails(due.length)} in the email log?`}
        confirmLabel={isMailSetUp ? 'Send them' : 'Keep them'}
        busy={save.isPending}
        onConfirm={() => save.submit({ params: { id: recall.id }, body: {} })}
      >
        {isMailSetUp
          ? 'All customers not yet notified who have an email address get the notice, and count as notified once it was sent. This cannot be undone.'
          : 'No mail server is set up: nothing is sent, and nobody counts as notified. Share the emails from the email log, or call the customers and record it.'}
      </ConfirmDialog>
    </>
  )
}
