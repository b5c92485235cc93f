import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { formatAmount } from '#shared/money.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { DocumentForm } from '#web/documents/document-form.tsx'
import { RunningTotal } from '#web/documents/running-total.tsx'
import { FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormPicker } from '#web/forms/form-value-fields.tsx'
import type { FormState } from '#web/forms/record-form.tsx'
import { rowLabel } from '#web/forms/row-label.ts'
import { PurchaseStatusBadge } from '#web/purchasing/public/purchase-status-badge.tsx'
import { paths } from '#web/paths.ts'
import { OwnLocationPicker } from '#web/inventory/public/location-picker.tsx'
import { useOnlyLocation } from '#web/inventory/public/only-location.ts'
import { SupplierPicker } from '#web/crm/public/supplier-picker.tsx'
import { PurchaseDocuments } from './purchase-facts.tsx'
import { PurchaseFees } from './purchase-fees.tsx'
import { PurchaseLinesEditor } from './purchase-lines-editor.tsx'
import { purchaseProgress } from './purchase-progress.ts'
import { partLabels } from './purchase-tables.ts'
import { purchaseFees, type PurchaseValues, purchaseTotal } from './purchase-values.ts'
import { purchasePlace } from '#web/records/record-places.ts'
import { useSettings } from '#web/session/settings.ts'
import { AmountList } from '#web/ui/amount-list.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { formatDay } from '#shared/format-day.ts'

type PurchaseFormProps = FormState<PurchaseValues> & {
  title: string
  /** The order to edit. */
  order?: PurchaseOrder
}

const labels = {
  supplier: 'Supplier',
  location: 'Deliver to',
  expectedDate: 'Expected date',
  lines: 'Lines',
  reference: 'Reference',
  notes: 'Notes',
}
const rows = { lines: 'Line', fees: 'Fee' }

/** The form of a purchase order, new or edited. */
export function PurchaseForm({ order, ...state }: PurchaseFormProps) {
  const { control } = state.form
  useOnlyLocation(state.form, 'location', order === undefined)
  const { currency } = useSettings()
  return (
    <DocumentForm
      {...state}
      place={purchasePlace}
      labels={labels}
      labelOf={(name) => rowLabel(name, rows, partLabels)}
      status={order && <PurchaseStatusBadge status={order.status} />}
      trail={order && <Link to={paths.purchaseOrder(order.id)}>{order.number}</Link>}
      cancelTo={order ? paths.purchaseOrder(order.id) : paths.purchaseOrders}
      submitLabel={order ? 'Save changes' : 'Save draft'}
      progress={purchaseProgress(order ?? { status: 'Draft', timeline: [] })}
      note={
        <RunningTotal>
          <Total />
        </RunningTotal>
      }
      facts={[
        { label: 'Supplier', value: <Chosen name="supplier" /> },
        { label: 'Deliver to', value: <Chosen name="location" /> },
        { label: 'Expected', value: <ExpectedDay /> },
        { label: `Total, ${currency}`, value: <Total />, isAmount: true },
      ]}
      rail={{
        party: (
          <Card title="Supplier">
            <div className="flex flex-col gap-4">
              <FormTextField
                control={control}
                name="reference"
                label="Reference"
                autoComplete="off"
                placeholder="Supplier quote number"
              />
              <FormTextAreaField
                control={control}
                name="notes"
                label="Notes"
                rows={3}
                help="Printed on the order sent to the supplier."
              />
            </div>
          </Card>
        ),
        payment: <Sums />,
        documents: order && <PurchaseDocuments order={order} />,
      }}
    >
      <Card title="Order">
        <FieldRow>
          <FormPicker
            picker={SupplierPicker}
            control={control}
            name="supplier"
            label="Supplier"
            required
            creatable
            keep={({ id, label }) => ({ id, label })}
          />
          <FormPicker
            picker={OwnLocationPicker}
            control={control}
            name="location"
            label="Deliver to"
            required
            creatable
            keep={({ id, label }) => ({ id, label })}
          />
          <FormTextField control={control} name="expectedDate" label="Expected date" type="date" />
        </FieldRow>
      </Card>
      <PurchaseLinesEditor />
      <PurchaseFees />
    </DocumentForm>
  )
}

const useOrder = () => useFormContext<PurchaseValues>()

function Chosen({ name }: { name: 'supplier' | 'location' }) {
  return useWatch({ control: useOrder().control, name })?.label
}

function ExpectedDay() {
  const day = useWatch({ control: useOrder().control, name: 'expectedDate' })
  return day && formatDay(day)
}

function useSums() {
  const [lines, fees] = useWatch({ control: useOrder().control, name: ['lines', 'fees'] })
  return { fees: purchaseFees(fees), total: purchaseTotal({ lines, fees }) }
}

/** The total so far. */
const Total = () => formatDecimalInput(formatAmount(useSums().total), 2)

function Sums() {
  const { currency } = useSettings()
  const { fees, total } = useSums()
  return (
    <Card title="Total">
      <AmountList
        rows={[
          fees !== 0n && { label: 'Goods', value: formatAmount(total - fees) },
          fees !== 0n && { label: 'Fees', value: formatAmount(fees) },
          { label: `Total, ${currency}`, value: formatAmount(total), isTotal: true },
        ]}
      />
    </Card>
  )
}
