import { useForm } from 'react-hook-form'
import { type Estimate, estimatesApi } from '#shared/sales/estimates/api.ts'
import { addressOf } from '#web/api/address.ts'
import { ReasonPromptDialog } from '#web/forms/reason-dialog.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { MailDialog, useMailForm } from '#web/forms/mail-dialog.tsx'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useAfterEstimateTransition } from './estimate-queries.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'

type DialogProps = { estimate: Estimate; close: () => void }

/** Mails the estimate with its PDF and the link to answer by. */
export function SendEstimateDialog({ estimate, close }: DialogProps) {
  const { id, number, sentTo, account, link } = estimate
  const mail = useMailForm(estimatesApi.sendEstimate.spec.body, sentTo ?? account.email)
  const send = useApiMutation(estimatesApi.sendEstimate, {
    ...useAfterEstimateTransition(({ sentTo: to }) => `${number} is on its way to ${to ?? ''}`, close),
    errors: 'page',
    onError: mail.refusal.onError,
  })
  return (
    <MailDialog
      mail={mail}
      title={`Send ${number} to ${account.name}`}
      description={
        <>
          The mail carries{' '}
          <a className="link" href={addressOf(estimatesApi.printEstimate, { params: { id } })} download>
            {number}.pdf
          </a>{' '}
          and a secret link to accept or decline it with name and signature.
          {link && ' The link that was sent before ends.'}
        </>
      }
      words={`Please find our estimate ${number} attached.`}
      below="The total, the last day and whom to ask stand below it."
      busy={send.isPending}
      onSend={(body) => send.submit({ params: { id }, body })}
      close={close}
    />
  )
}

const answerWords = {
  accept: {
    title: 'Record that it was accepted',
    submitLabel: 'Record acceptance',
    note: 'How you know: by phone, on paper.',
  },
  decline: { title: 'Record that it was declined', submitLabel: 'Record refusal', note: 'What they said.' },
} as const

/** Staff write down what the customer has said outside of the link. */
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
    ...useAfterEstimateTransition(({ number, status }) => `${number} is ${status.toLowerCase()}`, close),
    errors: 'page',
    onError: refusal.onError,
  })
  const { errors } = form.formState
  return (
    <TransitionDialog
      title={title}
      description="The link ends for the customer: an estimate is answered once."
      submitLabel={submitLabel}
      form={form}
      refusal={refusal}
      busy={save.isPending}
      onSubmit={(body) => save.submit({ params: { id: estimate.id }, body })}
      close={close}
    >
      <TextField
        label="Who said so"
        required
        autoComplete="off"
        {...form.register('name')}
        error={sentence('Who said so', errors.name?.message)}
      />
      <TextAreaField
        label="Note"
        rows={2}
        help={note}
        {...form.register('reason')}
        error={sentence('Note', errors.reason?.message)}
      />
    </TransitionDialog>
  )
}

/** Asks why an estimate is taken back. */
export function CancelEstimateDialog({ estimate, close }: DialogProps) {
  return (
    <ReasonPromptDialog
      route={estimatesApi.cancelEstimate}
      sent={{ params: { id: estimate.id } }}
      moved={useAfterEstimateTransition(({ number }) => `${number} is cancelled`, close)}
      danger
      title={`Cancel ${estimate.number}?`}
      description="Its link ends, and it can no longer be accepted. It stays readable, and you can revise or duplicate it."
      submitLabel="Cancel estimate"
      closeLabel="Keep estimate"
      close={close}
    />
  )
}
