import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { bodyResolver } from './body-resolver.ts'
import { sentence } from './field-errors.ts'
import { useFormRefusal } from './form-refusal.ts'
import { TransitionDialog } from './transition-dialog.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'

export type MailValues = { to: string; message: string }

/** The form of a mail to one address; `more` of the body is not typed here. */
export function useMailForm(schema: z.ZodType, to: string | null, more: object = {}) {
  const form = useForm<MailValues>({
    resolver: bodyResolver<MailValues>({ schema, bodyOf: (values) => ({ ...values, ...more }) }),
    mode: 'onTouched',
    defaultValues: { to: to ?? '', message: '' },
  })
  return { form, refusal: useFormRefusal(form) }
}

type MailDialogProps = {
  mail: ReturnType<typeof useMailForm>
  title: string
  /** What the mail carries. */
  description: ReactNode
  /** What it says where nothing is typed. */
  words: string
  /** What stands below the message. */
  below: string
  busy: boolean
  onSend: (values: MailValues) => void
  close: () => void
}

/** Sends a document by mail: to whom, and with which words. Mount it to open it. */
export function MailDialog({ mail: { form, refusal }, words, below, onSend, ...dialog }: MailDialogProps) {
  const { errors } = form.formState
  return (
    <TransitionDialog
      {...dialog}
      submitLabel="Send"
      form={form}
      refusal={refusal}
      onSubmit={() => onSend(form.getValues())}
    >
      <TextField
        label="To"
        type="email"
        required
        autoComplete="off"
        {...form.register('to')}
        error={sentence('To', errors.to?.message)}
      />
      <TextAreaField
        label="Message"
        rows={4}
        placeholder={words}
        help={below}
        {...form.register('message')}
        error={sentence('Message', errors.message?.message)}
      />
    </TransitionDialog>
  )
}

/** "The mail carries … as INV-1.pdf; open it to see what they will get." */
export function Carries({ what, name, href }: { what: string; name: string; href: string }) {
  return (
    <>
      The email includes the {what} as{' '}
      <a className="link" href={href} download>
        {name}.pdf
      </a>
      . Open it to see what they will receive.
    </>
  )
}
