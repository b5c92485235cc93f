import { balancesApi, type Statement } from '#shared/invoicing/balances-api.ts'
import { addressOf } from '#web/api/address.ts'
import { Carries, MailDialog, useMailForm } from '#web/forms/mail-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { showMailed } from '#web/invoicing/public/money-mails.tsx'
import { formatDay } from '#shared/format-day.ts'

/** Mails the statement of the shown dates as a PDF. */
export function SendStatementDialog({ statement, close }: { statement: Statement; close: () => void }) {
  const { account, from, until } = statement
  const span = { from, until }
  const days = `from ${formatDay(from)} to ${formatDay(until)}`
  const mail = useMailForm(balancesApi.sendStatement.spec.body, account.email, span)
  const send = useApiMutation(balancesApi.sendStatement, {
    onSuccess: (sent) => {
      showMailed('The statement', sent)
      close()
    },
    errors: 'page',
    onError: mail.refusal.onError,
  })
  return (
    <MailDialog
      mail={mail}
      title={`Send the statement to ${account.name}`}
      description={
        <Carries
          what={`statement ${days}`}
          name={`statement-${from}-${until}`}
          href={addressOf(balancesApi.printStatement, { params: { id: account.id }, query: span })}
        />
      }
      words={`Please find your statement of account ${days} attached.`}
      below="The closing balance is added below."
      busy={send.isPending}
      onSend={(body) => send.submit({ params: { id: account.id }, body: { ...body, ...span } })}
      close={close}
    />
  )
}
