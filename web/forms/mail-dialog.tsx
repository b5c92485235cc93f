import { type ReactNode, useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { defaultSettings } from '#shared/settings/api.ts'
import { isGivenUp } from '#web/api/missing-parts.tsx'
import { bodyResolver } from './body-resolver.ts'
import { useFormRefusal } from './form-refusal.ts'
import { type FieldRead, ReadError } from './read-error.tsx'
import { TransitionDialog } from './transition-dialog.tsx'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/session/session.ts'
import { useIsMailSetUp, useIsUnnamed } from '#web/session/settings.ts'
import { Notice } from '#web/ui/notice.tsx'
import { FormTextAreaField, FormTextField } from './form-fields.tsx'
import { unbrokenPlaceholder } from '#web/ui/table/unbroken-numbers.tsx'

export type MailValues = { to: string; message: string }

/** The form of an email to one address, which may load later; `more` are fields of the body that are not typed here. */
export function useMailForm(schema: z.ZodType, to: string | null, more: object = {}) {
  const form = useForm<MailValues>({
    resolver: bodyResolver<MailValues>({ schema, bodyOf: (values) => ({ ...values, ...more }) }),
    mode: 'onTouched',
    defaultValues: { to: to ?? '', message: '' },
  })
  useEffect(() => {
    if (to && form.getValues('to') === '') form.resetField('to', { defaultValue: to })
  }, [form, to])
  return { form, refusal: useFormRefusal(form) }
}

type MailDialogProps = {
  mail: ReturnType<typeof useMailForm>
  title: string
  /** What is attached. */
  description: ReactNode
  /** The query for the address, if it is not known yet. */
  recipient?: FieldRead
  /** The default message. */
  words: string
  /** Text below the message. */
  below: string
  /** Without a mail server: what to do instead, and the button's label then. */
  unsent?: string
  unsentLabel?: string
  busy: boolean
  onSend: (values: MailValues) => void
  close: () => void
}

const unsentWords = 'Download the PDF and send it yourself. The email is kept in the email log until then.'

/** Notice that nothing is sent, because no mail server is set up. */
export function NotSent({ children }: { children: ReactNode }) {
  return (
    <Notice tone="warn" title="No mail server is set up: this will not be sent">
      {children}
    </Notice>
  )
}

/** Notice that the recipient will read the default name of the company. */
function Unnamed() {
  const isUnnamed = useIsUnnamed()
  const { role } = useUser()
  if (!isUnnamed) return null
  return (
    <Notice tone="warn" title="Your company has no name yet">
      The recipient sees “{defaultSettings.company.name}”.{' '}
      {role === 'admin' ? (
        <Link className="link inline-block" to={paths.settings}>
          Set company name
        </Link>
      ) : (
        'An administrator can set it in the settings.'
      )}
    </Notice>
  )
}

/** Emails a document: recipient and message. Mount it to open it. */
export function MailDialog({ mail: { form, refusal }, recipient, words, below, onSend, ...more }: MailDialogProps) {
  const { unsent = unsentWords, unsentLabel = 'Keep in email log', busy, ...dialog } = more
  const isMailSetUp = useIsMailSetUp()
  const to = useWatch({ control: form.control, name: 'to' })
  const isAddressComing = to === '' && recipient?.data === undefined && recipient?.isFetching === true
  return (
    <TransitionDialog
      {...dialog}
      submitLabel={isMailSetUp ? 'Send' : unsentLabel}
      form={form}
      refusal={refusal}
      busy={busy || isAddressComing}
      onSubmit={() => onSend(form.getValues())}
    >
      <Unnamed />
      {!isMailSetUp && <NotSent>{unsent}</NotSent>}
      <FormTextField
        label="To"
        type="email"
        required
        autoComplete="off"
        control={form.control}
        name="to"
        help={recipient && helpOf(recipient)}
        errorName="Recipient"
      />
      <FormTextAreaField
        label="Message"
        rows={4}
        placeholder={unbrokenPlaceholder(words)}
        help={below}
        control={form.control}
        name="message"
      />
    </TransitionDialog>
  )
}

function helpOf(recipient: FieldRead): ReactNode {
  if (isGivenUp(recipient)) return <ReadError read={recipient}>The email address could not be loaded.</ReadError>
  return !recipient.data && !recipient.error && 'Loading the email address …'
}

/** "The mail carries … as INV-1.pdf; open it to see what they will get." */
export function Carries({ what, name, href }: { what: string; name: string; href: string }) {
  return (
    <>
      The email includes the {what} as{' '}
      <a className="link inline-block" href={href} download>
        {name}.pdf
      </a>
      . Open it to see what they will receive.
    </>
  )
}
