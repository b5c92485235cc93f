import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { formatAmount } from '#shared/money.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import type { FormState } from '#web/forms/record-form.tsx'
import { PurchaseStatusBadge } from '#web/purchasing/public/purchase-status-badge.tsx'
import { paths } from '#web/paths.ts'
import { LocationPicker } from '#web/inventory/public/location-picker.tsx'
import { SupplierPicker } from '#web/crm/public/supplier-picker.tsx'
import { PurchaseFees } from './purchase-fees.tsx'
import { PurchaseLinesEditor } from './purchase-lines-editor.tsx'
import { isBlank, type PurchaseValues, purchaseTotal } from './purchase-values.ts'
import { useSettings } from '#web/session/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'

type PurchaseFormProps = FormState<PurchaseValues> & {
  title: string
  /** The one that is edited. */
  order?: Pick<PurchaseOrder, 'id' | 'number' | 'status'>
}

const labels = {
  supplier: 'Supplier',
  location: 'Deliver to',
  expectedDate: 'Expected date',
  reference: 'Reference',
  lines: 'Lines',
  notes: 'Notes',
}
const parts: Record<string, string> = {
  item: 'Item',
  quantity: 'Quantity',
  unitCost: 'Unit cost',
  expectedDate: 'Expected',
  kind: 'Kind',
  label: 'Label',
  amount: 'Amount',
}

/** `lines.0.quantity` → "Line 1, quantity". */
function labelOf(name: string): string | undefined {
  const [, list, at, part] = /^(lines|fees)\.(\d+)(?:\.(.+))?$/.exec(name) ?? []
  if (at === undefined) return undefined
  const which = `${list === 'fees' ? 'Fee' : 'Line'} ${Number(at) + 1}`
  return part ? `${which}: ${parts[part] ?? part}` : which
}

/** The form of a purchase order, new or edited. */
export function PurchaseForm({ order, form, ...rest }: PurchaseFormProps) {
  const { errors } = form.formState
  const { control } = form
  return (
    <PageForm
      {...rest}
      form={form}
      wide
      labels={labels}
      labelOf={labelOf}
      status={order && <PurchaseStatusBadge status={order.status} />}
      trail={
        <>
          <Link to={paths.purchaseOrders}>Purchase orders</Link>
          {order && <Link to={paths.purchaseOrder(order.id)}>{order.number}</Link>}
        </>
      }
      submitLabel={order ? 'Save changes' : 'Save draft'}
      note={<Total form={form} />}
      rail={
        <Card>
          <TextAreaField
            label="Notes"
            rows={2}
            help="Printed on the order sent to the supplier."
            {...form.register('notes')}
            error={sentence('Notes', errors.notes?.message)}
          />
        </Card>
      }
    >
      <Card title="Order">
        <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-4">
          <Controller
            control={control}
            name="supplier"
            render={({ field, fieldState }) => (
              <SupplierPicker
                label="Supplier"
                required
                creatable
                {...field}
                onChange={(option) => field.onChange(option && { id: option.id, label: option.label })}
                error={sentence('Supplier', fieldState.error?.message)}
              />
            )}
          />
          <Controller
            control={control}
            name="location"
            render={({ field, fieldState }) => (
              <LocationPicker
                label="Deliver to"
                required
                creatable
                {...field}
                onChange={(option) => field.onChange(option && { id: option.id, label: option.label })}
                error={sentence('Deliver to', fieldState.error?.message)}
              />
            )}
          />
          <TextField
            label="Expected date"
            type="date"
            {...form.register('expectedDate')}
            error={sentence('Expected date', errors.expectedDate?.message)}
          />
          <TextField
            label="Reference"
            autoComplete="off"
            placeholder="Supplier quote number"
            {...form.register('reference')}
            error={sentence('Reference', errors.reference?.message)}
          />
        </div>
      </Card>
      <PurchaseLinesEditor />
      <PurchaseFees />
    </PageForm>
  )
}

/** What the order comes to so far. */
function Total({ form }: { form: UseFormReturn<PurchaseValues> }) {
  const { currency } = useSettings()
  const lines = useWatch({ control: form.control, name: 'lines' })
  const fees = useWatch({ control: form.control, name: 'fees' })
  const count = lines.filter((line) => !isBlank(line)).length
  return (
    <>
      {count} {count === 1 ? 'line' : 'lines'}
      <span aria-hidden> · </span>
      <span className="text-primary">
        Total {currency}{' '}
        <strong className="figures font-semibold text-sm">
          {formatDecimalInput(formatAmount(purchaseTotal({ lines, fees })), 2)}
        </strong>
      </span>
    </>
  )
}
