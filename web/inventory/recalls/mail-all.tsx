import { useState } from 'react'
import { toast } from 'sonner'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import type { Recall } from '#shared/inventory/recalls/recall.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const mails = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'mail' : 'mails'}`

/** Sends the notice to everybody who was not told yet and has an address, after a question. */
export function MailAll({ recall }: { recall: Recall }) {
  const [asking, setAsking] = useState(false)
  const due = recall.customers.filter((customer) => customer.told === null && customer.email)
  const save = useApiMutation(recallsApi.mailAll, {
    onSuccess: (reply) => {
      toast.success(`${mails(reply.mails)} on their way`)
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
        title={`Send ${mails(due.length)}?`}
        confirmLabel="Send them"
        busy={save.isPending}
        onConfirm={() => save.submit({ params: { id: recall.id }, body: {} })}
      >
        All customers not yet notified who have an email address get the notice and are marked as notified. This cannot
        be undone.
      </ConfirmDialog>
    </>
  )
}
