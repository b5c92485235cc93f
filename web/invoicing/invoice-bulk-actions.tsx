import { type InvoiceRow, invoicingApi } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { type BulkRow, NotForRow } from '#web/lists/use-bulk-action.ts'
import { call } from '#web/api/client.ts'
import type { BulkActions } from '#web/lists/use-list-page.ts'
import { ZipButton } from '#web/lists/zip-button.tsx'
import { useCan } from '#web/session/session.ts'
import { useBulkMailWords, useIsMailSetUp } from '#web/session/settings.ts'

/** The bulk actions of the invoice list. */
export function useInvoiceBulkActions(): BulkActions<InvoiceRow> {
  const mayEdit = useCan('invoices.edit')
  const mail = useBulkMailWords()
  const isMailSetUp = useIsMailSetUp()
  return {
    route: invoicingApi.listInvoices,
    nameOf: ({ number }) => number,
    one: 'invoice',
    many: 'invoices',
    extra: (rows) => (
      <ZipButton
        label="Download PDFs"
        route={invoiceDocumentsApi.printInvoices}
        input={{ body: { ids: rows.map(({ id }) => id) } }}
        count={rows.length}
        one="invoice"
        many="invoices"
        name="invoices"
      />
    ),
    acts: [
      mayEdit && {
        label: 'Send',
        past: mail.past,
        confirm: mail.confirm('Each is emailed to its customer as a PDF.'),
        act: send,
      },
      mayEdit && {
        label: 'Remind',
        past: isMailSetUp ? 'reminded' : mail.past,
        confirm: mail.confirm('Sends the next reminder for each overdue invoice, each level at most once.'),
        act: ({ id }, key) =>
          call(invoiceDocumentsApi.remind, { params: { id }, body: {} }, { quiet: true, idempotencyKey: key }),
      },
    ],
  }
}

async function send({ id, record: { account } }: BulkRow<InvoiceRow>, key: string) {
  const { email } = await call(balancesApi.getBalance, { params: { id: account.id } }, { quiet: true })
  if (!email) throw new NotForRow(`${account.name} has no email address.`)
  return call(
    invoiceDocumentsApi.sendInvoice,
    { params: { id }, body: { to: email } },
    { quiet: true, idempotencyKey: key },
  )
}
