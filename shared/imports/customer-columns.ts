import { type ColumnSet, columnSet } from './columns.ts'
import { columnOf as as, forNew, type RecordColumn, textColumn as text } from './record-columns.ts'

/** The columns of a list of customers. */
export const customerColumns = {
  code: {
    ...text(
      'code',
      'Code',
      'identifies the customer; existing customers are updated',
      'customer number',
      'account',
      'id',
    ),
    required: true,
  },
  name: forNew(text('name', 'Name', 'of the customer', 'customer', 'customer name', 'company', 'hospital')),
  email: text('email', 'Email', 'for documents', 'mail', 'email address'),
  phone: text('phone', 'Phone', 'with its country code', 'telephone', 'phone number'),
  address: text('address', 'Address', 'where they are', 'street', 'head office'),
  country: text('country', 'Country', 'where they are'),
  taxNumber: text('taxNumber', 'Tax number', 'for invoices', 'vat number', 'vat id', 'tax id'),
  billingAddress: text('billingAddress', 'Billing address', 'where invoices go', 'bill to', 'invoice address'),
  shippingAddress: text('shippingAddress', 'Shipping address', 'where goods go', 'ship to', 'delivery address'),
  priceTier: text('priceTier', 'Price tier', 'Retail, Wholesale, Distributor or High volume', 'price list', 'tier'),
  paymentTermsDays: as('whole', text('paymentTermsDays', 'Payment terms', 'days to the due date', 'terms', 'net days')),
  creditLimit: as('price', text('creditLimit', 'Credit limit', 'what they may owe at most', 'limit')),
  openingBalance: as(
    'price',
    text(
      'openingBalance',
      'Opening balance',
      'still owed from before; below zero for a credit',
      'balance',
      'balance due',
      'open amount',
      'outstanding',
    ),
  ),
  openingDate: as(
    'date',
    text('openingDate', 'Opening date', 'of the old invoice; blank for today', 'balance date', 'invoice date'),
  ),
  openingDueDate: as(
    'date',
    text('openingDueDate', 'Opening due date', 'blank for the payment terms', 'due date', 'balance due date'),
  ),
  openingReference: text(
    'openingReference',
    'Opening reference',
    'number of the old invoice; each is imported once',
    'invoice number',
    'old invoice',
    'reference',
  ),
  labels: text('labels', 'Labels', 'comma-separated', 'tags', 'groups'),
  notes: text('notes', 'About', 'general information', 'notes', 'remarks'),
} as const satisfies Record<string, RecordColumn>

export type CustomerColumn = keyof typeof customerColumns
export const customerColumnSet: ColumnSet<CustomerColumn> = columnSet('a list of customers', customerColumns)
