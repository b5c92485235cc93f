import { type FormEvent, useState } from 'react'
import { mailSettingsApi } from '#shared/settings/mail-settings-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Sends one email at once, and shows the mail server's response. Mount it to open it. */
export function TestMailDialog({ close }: { close: () => void }) {
  const { email } = useUser()
  const [to, setTo] = useState(email)
  const test = useApiMutation(mailSettingsApi.sendTestMail, { errors: 'page' })
  const { data, error, sent, isPending } = test
  const submit = (event: FormEvent) => {
    event.preventDefault()
    test.submit({ body: { to: to.trim() } })
  }
  return (
    <Dialog open size="sm" title="Send test email" onOpenChange={close}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <TextField
            label="To"
            type="email"
            required
            autoComplete="email"
            value={to}
            onChange={(event) => setTo(event.target.value)}
            error={sentence('The address', error?.fields['to'])}
          />
          {error && !error.fields['to'] && <Notice tone="bad">{error.message}</Notice>}
          {data && !isPending && data.problem === null && (
            <Notice tone="good" title={`Sent to ${sent?.body.to ?? to}`}>
              The mail server accepted the email. Check that it arrives.
            </Notice>
          )}
          {data && !isPending && data.problem !== null && (
            <Notice tone="bad" title="The email was not sent">
              {data.problem}
            </Notice>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Close</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            Send
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
