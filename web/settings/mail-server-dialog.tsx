import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { isLoopback, MailServerBody, type MailSettings, mailSettingsApi } from '#shared/settings/mail-settings-api.ts'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { savedVersionOf, useFormRefusal } from '#web/forms/form-refusal.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { FormPasswordField } from '#web/identity/public/password-field.tsx'
import {
  connection,
  encryptionLabels,
  type MailRecord,
  mailRecord,
  mailServerBody,
  type MailServerValues,
  mailServerValues,
} from './mail-server-values.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

type MailServerDialogProps = { settings: MailSettings; reload: () => Promise<unknown>; close: () => void }

/** Edits the mail server. Mount it to open it. */
export function MailServerDialog({ settings: latest, reload, close }: MailServerDialogProps) {
  // Keeps the record as it was opened as the base of the edit, even if it is refetched meanwhile.
  const [settings] = useState(latest)
  const { company } = useSettings()
  const { server, version } = settings
  const startOf = ({ settings: saved }: MailRecord) => mailServerValues(saved, company.contactEmail)
  const form = useForm<MailServerValues>({
    resolver: bodyResolver<MailServerValues>({
      schema: MailServerBody,
      bodyOf: (values) => mailServerBody(values, settings),
    }),
    mode: 'onTouched',
    defaultValues: startOf(mailRecord(settings)),
  })
  const refusal = useFormRefusal(form)
  const [isRemoving, setRemoving] = useState(false)
  const done = (words: string) => () => {
    toast.success(words)
    close()
  }
  const save = useApiMutation(mailSettingsApi.putMailSettings, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: done('Mail server saved'),
  })
  const remove = useApiMutation(mailSettingsApi.removeMailSettings, {
    errors: 'page',
    onError: (error) => {
      // Version conflicts are resolved in the form; the removal must be confirmed again.
      if (savedVersionOf(error)) return
      setRemoving(false)
      refusal.onError(error)
    },
    onSuccess: done('Mail server removed'),
  })
  const submit = (values: MailServerValues, over: MailSettings) =>
    save.submit({ body: mailServerBody(values, over), version: over.version })
  const changed = remove.error ? savedVersionOf(remove.error) : undefined
  const [host, port] = useWatch({ control: form.control, name: ['host', 'port'] })
  return (
    <RecordDialog
      title="Mail server"
      description="Takes effect immediately. Your email provider lists these settings."
      what="mail server"
      submitLabel="Save mail server"
      form={form}
      refusal={refusal}
      busy={save.isPending || remove.isPending}
      record={mailRecord(settings)}
      startOf={startOf}
      asOne={connection}
      read={{ latest: mailRecord(latest), reload }}
      onSubmit={(values, base) => submit(values, base?.settings ?? settings)}
      close={close}
    >
      <FieldRow>
        <FormTextField
          required
          autoComplete="off"
          inputMode="url"
          help="Such as smtp.example.com."
          label="Server"
          control={form.control}
          name="host"
        />
        <FormSelectField
          control={form.control}
          name="port"
          rules={{ onChange: () => form.setValue('encryption', form.getValues('port') === '465' ? 'tls' : 'starttls') }}
          label="Port"
        >
          {[...new Set([...settings.ports.map(String), port])].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </FormSelectField>
      </FieldRow>
      <FormSelectField
        label="Encryption"
        help="587 usually uses STARTTLS, 465 TLS."
        control={form.control}
        name="encryption"
      >
        <option value="starttls">{encryptionLabels.starttls}</option>
        <option value="tls">{encryptionLabels.tls}</option>
        {(isLoopback(host.trim()) || server?.encryption === 'none') && (
          <option value="none">{encryptionLabels.none}</option>
        )}
      </FormSelectField>
      <FieldRow>
        <FormTextField
          autoComplete="off"
          help="Leave blank if the server asks for none."
          label="User"
          control={form.control}
          name="username"
        />
        <FormPasswordField
          label="Password"
          autoComplete="new-password"
          help={
            settings.password === 'set'
              ? 'Set. Leave blank to keep it; another server, port, encryption or user needs it again.'
              : undefined
          }
          control={form.control}
          name="password"
        />
      </FieldRow>
      <FieldRow>
        <FormTextField
          autoComplete="off"
          help={`Leave blank for ${company.name}.`}
          label="Sender name"
          control={form.control}
          name="senderName"
        />
        <FormTextField
          required
          type="email"
          autoComplete="off"
          label="Sender address"
          control={form.control}
          name="senderAddress"
        />
      </FieldRow>
      {server && (
        <div>
          <Button variant="danger" size="sm" onClick={() => setRemoving(true)}>
            Remove mail server
          </Button>
          <ConfirmDialog
            open={isRemoving}
            onOpenChange={setRemoving}
            title="Remove the mail server?"
            confirmLabel="Remove mail server"
            danger
            busy={remove.isPending}
            onConfirm={() => remove.submit({ version: changed?.version ?? version })}
          >
            {settings.password === 'set' && 'Its password is deleted. '}No emails are sent until a mail server is set up
            again.
            {changed && (
              <Notice tone="bad" className="mt-4">
                It was changed by someone else{latest.server && ` and is ${latest.server.host} now`}. Remove it all the
                same?
              </Notice>
            )}
          </ConfirmDialog>
        </div>
      )}
    </RecordDialog>
  )
}
