import { addDays } from '#shared/dates.ts'
import type { Invoice } from '#shared/invoicing/api.ts'
import type { Db } from '#server/db/database.ts'
import { renderDocument } from '#server/documents/draw-document.ts'
import { invoiceDocument } from '#server/invoicing/invoice-document.ts'
import { getLetterhead, getSettings } from '#server/settings/settings.ts'

const none = '00000000-0000-0000-0000-000000000000'
const tax = { name: 'VAT', kind: 'exclusive', percent: '20' } as const

/** A sample invoice with the company's saved logo, numbers and terms. */
export async function drawSampleInvoice(db: Db, today: string): Promise<Buffer> {
  const settings = await getSettings(db)
  return renderDocument(
    { ...invoiceDocument(sampleInvoice(today, settings.numbering.SO), settings), heading: 'Sample invoice' },
    await getLetterhead(db),
  )
}

const line = (name: string, sku: string, lots: Invoice['lines'][number]['lots']): Invoice['lines'][number] => ({
  id: none,
  kind: 'item',
  product: { id: none, name, sku },
  name,
  unit: null,
  quantity: 100,
  lots,
  unitPrice: '4.50',
  total: '450.00',
  discount: '0.00',
  tax,
  net: '450.00',
  taxed: '90.00',
  gross: '540.00',
})

const sampleInvoice = (today: string, orderPrefix: string): Invoice => ({
  id: none,
  number: 'SAMPLE',
  account: { id: none, name: 'Riverside Hospital' },
  order: { id: none, number: `${orderPrefix}-SAMPLE`, status: 'CONFIRMED' },
  reference: null,
  issuedDate: today,
  dueDate: addDays(today, 30),
  total: '1080.00',
  paid: '0.00',
  creditUsed: '0.00',
  due: '1080.00',
  paymentStatus: 'Unpaid',
  overdue: false,
  daysOverdue: 0,
  voided: false,
  billTo: {
    id: null,
    name: 'Accounts payable',
    address: '1 Riverside Walk',
    country: 'Ireland',
    taxNumber: 'IE1234567T',
    email: 'accounts@riverside.example',
  },
  shipTo: { id: null, name: 'Central store', address: 'Dock 3, 9 Harbour Road', country: 'Ireland' },
  lines: [
    line('Nitrile examination gloves, size M, box of 100', 'GLV-NIT-M', [
      { lotNumber: 'L24-0817', expiryDate: addDays(today, 400), quantity: 60 },
      { lotNumber: 'L24-0931', expiryDate: addDays(today, 520), quantity: 40 },
    ]),
    line('Sterile gauze swabs 10 × 10 cm', 'GZE-1010', []),
  ],
  subtotal: '900.00',
  discount: '0.00',
  tax: '180.00',
  taxes: [{ ...tax, net: '900.00', tax: '180.00' }],
  payments: [],
  creditNotes: [],
  customerReference: null,
  voidReason: null,
  deleted: [],
  credit: '0.00',
  version: 1,
})
