import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { type Estimate, estimatesApi } from '#shared/sales/estimates/api.ts'
import { addressOf } from '#web/api/address.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { MailDialog, useMailForm } from '#web/forms/mail-dialog.tsx'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useIsMailSetUp } from '#web/session/settings.ts'

type DialogProps = { estimate: Estimate; close: () => void }

/** Mails the estimate with its PDF and the link to answer it. */
export function SendEstimateDialog({ estimate, close }: DialogProps) {
  const { id, number, sentTo, account, link } = estimate
  const mail = useMailForm(estimatesApi.sendEstimate.spec.body, sentTo ?? account.email)
  const isMailSetUp = useIsMailSetUp()
  const send = useApiMutation(estimatesApi.sendEstimate, {
    onSuccess: ({ sentTo: to }) => {
      toast.success(
        isMailSetUp ? `${number} is on its way to ${to ?? ''}` : `Not sent: copy the private link for ${to ?? ''}`,
      )
      close()
    },
    errors: 'page',
    onError: mail.refusal.onError,
  })
  return (
    <MailDialog
      mail={mail}
      title={`Send ${number} to ${account.name}`}
      description={
        <>
          The email includes{' '}
          <a className="link inline-block" href={addressOf(estimatesApi.printEstimate, { params: { id } })} download>
            {number}.pdf
          </a>{' '}
          and a private link to accept or decline with name and signature.
          {link && ' Earlier links stop working.'}
        </>
      }
      words={`Please find our estimate ${number} attached.`}
      unsent="Create the private link here, copy it on the estimate’s page and share it yourself."
      unsentLabel="Create link"
      below="The total, the expiry date and your contact are added below."
      busy={send.isPending}
      onSend={(body) => send.submit({ params: { id }, body })}
      close={close}
    />
  )
}

const answerWords = {
  accept: {
    title: 'Record acceptance',
    submitLabel: 'Record acceptance',
    note: 'For example by phone or on paper.',
  },
  decline: { title: 'Record decline', submitLabel: 'Record decline', note: 'Reason given.' },
} as const

/** Lets staff record an answer that the customer gave outside of the link. */
export function AnswerDialog({ estimate, answer, close }: DialogProps & { answer: 'accept' | 'decline' }) {
  const route = answer === 'accept' ? estimatesApi.acceptEstimate : estimatesApi.declineEstimate
  const { title, submitLabel, note } = answerWords[answer]
  const form = useForm({
    resolver: bodyResolver<{ name: string; reason: string }>({ schema: route.spec.body }),
    mode: 'onTouched',
    defaultValues: { name: '', reason: '' },
  })
  const refusal = useFormRefusal(form)
  const save = useApiMutation(route, {
    successMessage: ({ number, status }) => `${number} is ${status.toLowerCase()}`,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  return (
    <TransitionDialog
      title={title}
      description="The customer’s link stops working. An estimate can only be answered once."
      submitLabel={submitLabel}
      form={form}
      refusal={refusal}
      busy={save.isPending}
      onSubmit={(body) => save.submit({ params: { id: estimate.id }, body })}
      close={close}
    >
      <FormTextField control={form.control} name="name" label="Contact person" required autoComplete="off" />
      <FormTextAreaField control={form.control} name="reason" label="Note" rows={2} help={note} />
    </TransitionDialog>
  )
}

/** Asks for the reason to cancel an estimate. */
export function CancelEstimateDialog({ estimate, close }: DialogProps) {
  return (
    <ReasonPromptDialog
      route={estimatesApi.cancelEstimate}
      sent={{ params: { id: estimate.id } }}
      successMessage={({ number }) => `${number} is cancelled`}
      danger
      title={`Cancel ${estimate.number}?`}
      description="The link stops working and the estimate can no longer be accepted. You can still revise or duplicate it."
      submitLabel="Cancel estimate"
      closeLabel="Keep estimate"
      close={close}
    />
  )
}
