import type { ReactNode } from 'react'
import { type FieldPath, useFormContext, type UseFormReturn, useWatch } from 'react-hook-form'
import { formatAmount } from '#shared/money.ts'
import { priceTierNames } from '#shared/inventory/stock/price-tiers.ts'
import { DocumentForm } from '#web/documents/document-form.tsx'
import type { DocumentRail } from '#web/documents/document-frame.tsx'
import type { Progress } from '#web/documents/progress-steps.ts'
import { RunningTotal } from '#web/documents/running-total.tsx'
import { FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormPicker } from '#web/forms/form-value-fields.tsx'
import type { FormState } from '#web/forms/record-form.tsx'
import { rowLabel } from '#web/forms/row-label.ts'
import { CustomerPicker } from '#web/crm/public/customer-picker.tsx'
import type { RecordPlace } from '#web/records/record-places.ts'
import { AddressFields, ChosenShipTo } from './address-fields.tsx'
import { OrderChargesEditor } from './order-charges-editor.tsx'
import { OrderLinesEditor } from './order-lines-editor.tsx'
import { useOrderSums } from './order-prices.ts'
import { OrderSumsEditor } from './order-sums-editor.tsx'
import { partLabels } from './order-tables.ts'
import { buyerOf, type OrderValues } from './order-values.ts'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { formatDay } from '#shared/format-day.ts'

type SalesFormProps<Values extends OrderValues> = FormState<Values> & {
  title: string
  /** The kind of document as one word: "Order". */
  what: string
  place: RecordPlace
  /** Breadcrumbs with the page of the edited document. */
  trail?: ReactNode
  cancelTo: string
  submitLabel: string
  status?: ReactNode
  progress: Progress | null
  /** The date field of the document, beside the customer. */
  date: { name: FieldPath<Values>; label: string; required?: boolean; fact: string }
  /** More cards of the side column, beside those that the form fills. */
  rail?: Pick<DocumentRail, 'related'>
  referenceHint: string
  notesHelp?: string
}

/** The form that orders and estimates share: customer, lines, prices and sums. */
export function SalesForm<Values extends OrderValues>(props: SalesFormProps<Values>) {
  const { what, date, rail, referenceHint, notesHelp, ...page } = props
  // The form has all fields of an order, whatever the document adds.
  const form = props.form as unknown as UseFormReturn<OrderValues>
  const { control, setValue } = form
  const { currency } = useSettings()
  return (
    <DocumentForm
      {...page}
      labels={{
        customer: 'Customer',
        [date.name]: date.label,
        shipTo: 'Ship to',
        billTo: 'Bill to',
        ...labels,
      }}
      labelOf={(name) => rowLabel(name, rows, partLabels)}
      note={
        <RunningTotal>
          <Total />
        </RunningTotal>
      }
      facts={[
        { label: 'Customer', value: <BuyerName /> },
        { label: 'Ship to', value: <ChosenShipTo /> },
        { label: date.fact, value: <ChosenDay name={date.name} /> },
        { label: `Total, ${currency}`, value: <Total />, isAmount: true },
      ]}
      rail={{
        party: (
          <Card title="Customer">
            <div className="flex flex-col gap-4">
              <BuyerPrices />
              <FormTextField
                control={control}
                name="reference"
                label="Reference"
                autoComplete="off"
                placeholder={referenceHint}
              />
              <FormTextAreaField control={control} name="notes" label="Notes" rows={3} help={notesHelp} />
            </div>
          </Card>
        ),
        payment: <OrderSumsEditor />,
        ...rail,
      }}
    >
      <Card title={what}>
        <div className="flex flex-col gap-4">
          <FieldRow>
            <FormPicker
              picker={CustomerPicker}
              control={control}
              name="customer"
              label="Customer"
              required
              creatable
              keep={(option) => buyerOf(option.account)}
              onPicked={() => {
                setValue('shipTo', '')
                setValue('billTo', '')
              }}
            />
            <FormTextField
              control={props.form.control}
              name={date.name}
              label={date.label}
              type="date"
              {...(date.required && { required: true })}
            />
          </FieldRow>
          <AddressFields />
        </div>
      </Card>
      <OrderLinesEditor />
      <OrderChargesEditor />
    </DocumentForm>
  )
}

const useOrder = () => useFormContext<OrderValues>()

function BuyerName() {
  return useWatch({ control: useOrder().control, name: 'customer' })?.label
}

/** The customer's price tier. */
function BuyerPrices() {
  const customer = useWatch({ control: useOrder().control, name: 'customer' })
  return customer && <DescriptionList facts={[{ label: 'Prices', value: priceTierNames[customer.tier] }]} />
}

function ChosenDay({ name }: { name: string }) {
  const day = useWatch({ control: useFormContext().control, name }) as string
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? formatDay(day) : null
}

/** The total so far. */
function Total() {
  return formatDecimalInput(formatAmount(useOrderSums().sums.total), 2)
}

const labels = {
  lines: 'Lines',
  charges: 'Services and fees',
  reference: 'Reference',
  notes: 'Notes',
  discountValue: 'Discount',
}
const rows = { lines: 'Line', charges: 'Service or fee' }
