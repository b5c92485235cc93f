import { CircleStop, RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import { candidatesApi, type RetentionSummary } from '#shared/retention/candidates-api.ts'
import { messagesApi, nothingToResend } from '#shared/retention/messages-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { customers, messages, runQuestion } from './run-question.ts'

/** Run now, stop, and resend failed messages; unavailable actions are in the menu, with the reason. */
export function RetentionActions({ summary }: { summary: RetentionSummary }) {
  const [dialog, setDialog] = useState<'run' | 'stop' | 'resend'>()
  const close = () => setDialog(undefined)
  const run = useApiMutation(candidatesApi.run, {
    successMessage: ({ queued, heldOut }) =>
      `${messages(queued)} queued${heldOut > 0 ? `, ${customers(heldOut)} held out` : ''}`,
    onSuccess: close,
    onError: close,
  })
  const stop = useApiMutation(candidatesApi.stop, {
    successMessage: ({ withdrawn }) => `${messages(withdrawn)} withdrawn`,
    onSuccess: close,
    onError: close,
  })
  const resend = useApiMutation(messagesApi.resendFailed, {
    successMessage: ({ queued }) => `${messages(queued)} queued again`,
    onSuccess: close,
    onError: close,
  })
  const { resendable, waiting } = summary
  const question = runQuestion(summary)
  return (
    <>
      {/* On a phone the primary action comes first. */}
      <div className="flex max-md:order-last">
        <Menu>
          {question.whyNot && (
            <MenuItem
              icon={<Send />}
              disabled
              reason={<span className="block max-w-64 text-pretty">{question.whyNot}</span>}
            >
              Run now
            </MenuItem>
          )}
          <MenuItem icon={<CircleStop />} onSelect={() => setDialog('stop')}>
            Stop sending
          </MenuItem>
          <MenuItem
            icon={<RotateCcw />}
            disabled={resendable === 0}
            reason={nothingToResend}
            onSelect={() => setDialog('resend')}
          >
            Resend failed
          </MenuItem>
        </Menu>
      </div>
      {question.whyNot === null && (
        <Button variant="primary" onClick={() => setDialog('run')}>
          <Send aria-hidden />
          Run now
        </Button>
      )}
      <ConfirmDialog
        open={dialog === 'run'}
        onOpenChange={(open) => !open && close()}
        title={question.title}
        confirmLabel={question.label}
        busy={run.isPending}
        onConfirm={() => run.submit({ body: {} })}
      >
        {question.text}
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'stop'}
        onOpenChange={(open) => !open && close()}
        title="Stop sending?"
        confirmLabel="Stop sending"
        danger
        busy={stop.isPending}
        onConfirm={() => stop.submit({})}
      >
        {waiting > 0 && `${messages(waiting)} not sent yet will be withdrawn. `}Automatic sending is switched off.
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'resend'}
        onOpenChange={(open) => !open && close()}
        title={`Resend ${messages(resendable)}?`}
        confirmLabel="Resend"
        busy={resend.isPending}
        onConfirm={() => resend.submit({})}
      >
        Messages of the last 30 days that failed for certain. Those that may have arrived are not sent again.
      </ConfirmDialog>
    </>
  )
}
