import { useState } from 'react'
import { toast } from 'sonner'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import type { Recall } from '#shared/inventory/recalls/recall.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useIsMailSetUp } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const mails = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'mail' : 'mails'}`

/** Sends the notice to everybody who was not told yet and has an address, after a question. */
export function MailAll({ recall }: { recall: Recall }) {
  const [asking, setAsking] = useState(false)
  const due = recall.customers.filter((customer) => customer.told === null && customer.email)
  const isMailSetUp = useIsMailSetUp()
  const save = useApiMutation(recallsApi.mailAll, {
    onSuccess: (reply) => {
      toast.success(
        isMailSetUp ? `${mails(reply.mails)} on their way` : `Not sent: ${mails(reply.mails)} kept in the email log`,
      )
      setAsking(false)
    },
    onError: () => setAsking(false),
  })
  if (due.length === 0) return null
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Email all not notified
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={isMailSetUp ? `Send ${mails(due.length)}?` : `Keep ${mails(due.length)} in the email log?`}
        confirmLabel={isMailSetUp ? 'Send them' : 'Keep them'}
        busy={save.isPending}
        onConfirm={() => save.submit({ params: { id: recall.id }, body: {} })}
      >
        {!isMailSetUp && 'No mail server is set up: nothing will be sent until an administrator shares the emails. '}
        All customers not yet notified who have an email address get the notice and are marked as notified. This cannot
        be undone.
      </ConfirmDialog>
    </>
  )
}
