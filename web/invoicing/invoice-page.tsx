import { useParams } from 'react-router'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { RecordGate } from '#web/records/record-gate.tsx'
import { invoicePlace } from '#web/records/record-places.ts'
import { InvoiceDetail } from './invoice-detail.tsx'

export const record = invoicingApi.getInvoice

/** An invoice as the customer gets it, with its payments. */
export default function InvoicePage() {
  const { id = '' } = useParams()
  const query = useApiQuery(record, { params: { id } })
  return (
    <RecordGate query={query} place={invoicePlace}>
      {(invoice) => <InvoiceDetail key={invoice.id} invoice={invoice} />}
    </RecordGate>
  )
}
