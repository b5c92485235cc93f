import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { type RecallCustomer, notificationMethods } from '#shared/inventory/recalls/recall.ts'
import { FormSelectField, FormTextAreaField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { NotSent } from '#web/forms/mail-dialog.tsx'
import { useIsMailSetUp } from '#web/session/settings.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { methodLabels } from './recall-labels.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type Values = { how: (typeof notificationMethods)[number]; note: string }
type NotifyDialogProps = { recallId: string; customer: RecallCustomer; close: () => void }

/** Marks a customer as notified, or mails them the notice, after a preview. */
export function NotifyDialog({ recallId, customer, close }: NotifyDialogProps) {
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: recallsApi.tell.spec.body }),
    mode: 'onTouched',
    defaultValues: { how: customer.email ? 'mail' : 'phone', note: '' },
  })
  const params = { id: recallId, accountId: customer.id }
  const how = useWatch({ control: form.control, name: 'how' })
  const refusal = useFormRefusal(form)
  const isMailSetUp = useIsMailSetUp()
  const save = useApiMutation(recallsApi.tell, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: () => {
      toast.success(
        how === 'mail'
          ? isMailSetUp
            ? `The notice will be sent to ${customer.email}`
            : `Not sent: the notice to ${customer.email} is kept in the email log`
          : `${customer.name} marked as notified`,
      )
      close()
    },
  })
  return (
    <RecordDialog
      title={`Notify ${customer.name}`}
      what="recall"
      submitLabel={how === 'mail' ? (isMailSetUp ? 'Send the notice' : 'Keep in email log') : 'Mark as notified'}
      form={form}
      refusal={refusal}
      busy={save.isPending}
      onSubmit={(body) => save.submit({ params, body })}
      close={close}
    >
      <FormSelectField
        label="How"
        control={form.control}
        name="how"
        help={customer.email ? undefined : 'No email address on file.'}
      >
        {notificationMethods
          .filter((one) => one !== 'mail' || customer.email)
          .map((one) => (
            <option key={one} value={one}>
              {methodLabels[one]}
            </option>
          ))}
      </FormSelectField>
      <FormTextAreaField
        label="Note"
        rows={2}
        help="Whom you spoke to and what was said."
        control={form.control}
        name="note"
      />
      {how === 'mail' && !isMailSetUp && <NotSent>Call the customer, or share the notice yourself.</NotSent>}
      {how === 'mail' && <NoticePreview params={params} />}
    </RecordDialog>
  )
}

function NoticePreview({ params }: { params: { id: string; accountId: string } }) {
  const { data, error, isFetching, refetch } = useApiQuery(recallsApi.getNotice, { params })
  if (!data && error)
    return <ErrorState what="The notice" error={error} onRetry={() => void refetch()} retrying={isFetching} />
  return (
    <section aria-label="The notice" className="rounded-md bg-subtle p-4 text-table">
      {data ? (
        <>
          <p className="font-medium">{data.subject}</p>
          {data.lines.map((line) => (
            <p key={line} className="mt-2 whitespace-pre-line text-pretty text-secondary">
              {line}
            </p>
          ))}
        </>
      ) : (
        <SkeletonText lines={4} />
      )}
    </section>
  )
}
