import { type ReactNode, useState } from 'react'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { addressOf } from '#web/api/address.ts'
import { useApiQuery } from '#web/api/query.ts'
import { MoneyMails } from './money-mails.tsx'
import { SendDocumentDialog } from './send-document-dialog.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'

type CreditNoteCardProps = {
  note: { id: string; number: string; total: string }
  account: { id: string; name: string }
  /** The source of the note: the invoice or the return. */
  about: { label: string; value: ReactNode }
}

/** A credit note: its PDF, its email log, and the action to mail it. */
export function CreditNoteCard({ note, account, about }: CreditNoteCardProps) {
  const { currency } = useSettings()
  const [mayRead, mayEdit] = [useCan('invoices.view'), useCan('invoices.edit')]
  const [sending, setSending] = useState(false)
  const params = { id: note.id }
  const { data } = useApiQuery(
    invoiceDocumentsApi.listCreditNoteMails,
    { params },
    { enabled: mayRead, aside: 'emails' },
  )
  const mails = data?.data ?? []
  const href = addressOf(invoiceDocumentsApi.printCreditNote, { params })
  return (
    <Card
      title="Credit note"
      action={
        mayEdit && (
          <Button size="sm" onClick={() => setSending(true)}>
            {mails.length > 0 ? 'Send again' : 'Send'}
          </Button>
        )
      }
    >
      <DescriptionList
        facts={[
          {
            label: 'Number',
            value: mayRead ? (
              <a className="link" href={href} download>
                {note.number}
              </a>
            ) : (
              note.number
            ),
          },
          about,
          { label: `Total, ${currency}`, value: formatDecimalInput(note.total, 2), numeric: true },
        ]}
      />
      {mails.length > 0 && (
        <div className="mt-4 border-line border-t pt-4">
          <MoneyMails mails={mails} />
        </div>
      )}
      {sending && (
        <SendDocumentDialog
          route={invoiceDocumentsApi.sendCreditNote}
          what="credit note"
          document={note}
          account={account}
          href={href}
          below="The amount and the invoice are added below."
          close={() => setSending(false)}
        />
      )}
    </Card>
  )
}
