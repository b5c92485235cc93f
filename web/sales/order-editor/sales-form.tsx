import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { formatAmount } from '#shared/money.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import type { FormState } from '#web/forms/record-form.tsx'
import { CustomerPicker } from '#web/crm/public/customer-picker.tsx'
import { AddressFields } from './address-fields.tsx'
import { OrderChargesEditor } from './order-charges-editor.tsx'
import { OrderLinesEditor } from './order-lines-editor.tsx'
import { useOrderSums } from './order-prices.ts'
import { OrderSumsEditor } from './order-sums-editor.tsx'
import { buyerOf, isBlank, type OrderValues } from './order-values.ts'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'

type SalesFormProps<Values extends OrderValues> = FormState<Values> & {
  title: string
  /** The document in one word: "Order". */
  what: string
  /** The links that lead here. */
  trail: ReactNode
  submitLabel: string
  status?: ReactNode
  /** When: the date of the document, beside the customer. */
  date: { name: string; label: string; field: ReactNode }
  referenceHint: string
  notesHelp?: string
}

/** What an order and an estimate have in common: for whom, what, at which price, and what it comes to. */
export function SalesForm<Values extends OrderValues>(props: SalesFormProps<Values>) {
  const { what, date, referenceHint, notesHelp, ...page } = props
  // Its fields are those of an order, whatever else the document has.
  const form = props.form as unknown as UseFormReturn<OrderValues>
  const { errors } = form.formState
  return (
    <PageForm
      {...page}
      wide
      labels={{
        customer: 'Customer',
        shipTo: 'Ship to',
        billTo: 'Bill to',
        [date.name]: date.label,
        reference: 'Reference',
        ...labels,
      }}
      labelOf={rowLabel}
      note={<Total />}
      rail={
        <>
          <Card flush title="Total">
            <OrderSumsEditor />
          </Card>
          <Card>
            <TextAreaField
              label="Notes"
              rows={2}
              help={notesHelp}
              {...form.register('notes')}
              error={sentence('Notes', errors.notes?.message)}
            />
          </Card>
        </>
      }
    >
      <Card title={what}>
        <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr]">
          <Controller
            control={form.control}
            name="customer"
            render={({ field, fieldState }) => (
              <CustomerPicker
                label="Customer"
                required
                creatable
                className="md:max-xl:col-span-2"
                {...field}
                onChange={(option) => {
                  field.onChange(option && buyerOf(option.account))
                  form.setValue('shipTo', '')
                  form.setValue('billTo', '')
                }}
                error={sentence('Customer', fieldState.error?.message)}
              />
            )}
          />
          {date.field}
          <TextField
            label="Reference"
            autoComplete="off"
            placeholder={referenceHint}
            {...form.register('reference')}
            error={sentence('Reference', errors.reference?.message)}
          />
        </div>
        <AddressFields />
      </Card>
      <OrderLinesEditor />
      <OrderChargesEditor />
    </PageForm>
  )
}

const labels = { lines: 'Lines', charges: 'Services and fees', discountValue: 'Discount', notes: 'Notes' }
const parts: Record<string, string> = {
  product: 'Product',
  quantity: 'Quantity',
  priceTier: 'Price tier',
  unitPrice: 'Unit price',
  tax: 'Tax',
  service: 'Service',
  name: 'Fee',
}

/** `lines.0.quantity` → "Line 1: Quantity". */
function rowLabel(name: string): string | undefined {
  const [, list, at, part] = /^(lines|charges)\.(\d+)(?:\.(.+))?$/.exec(name) ?? []
  if (at === undefined) return undefined
  const row = `${list === 'lines' ? 'Line' : 'Service or fee'} ${Number(at) + 1}`
  return part ? `${row}: ${parts[part] ?? part}` : row
}

/** At the foot of the form: what it comes to so far. */
function Total() {
  const { currency } = useSettings()
  const { sums, values } = useOrderSums()
  const count = values.lines.filter((line) => !isBlank(line)).length
  return (
    <>
      {count} {count === 1 ? 'line' : 'lines'}
      <span aria-hidden> · </span>
      <span className="text-primary">
        Total {currency}{' '}
        <strong className="figures font-semibold text-sm">{formatDecimalInput(formatAmount(sums.total), 2)}</strong>
      </span>
    </>
  )
}
