import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { KitOrder } from '#shared/inventory/kits/kit-orders-api.ts'
import type { NamedItem } from '#shared/inventory/transfers/api.ts'
import { DocumentForm } from '#web/documents/document-form.tsx'
import { type LineColumn, LinesTable } from '#web/documents/lines-table.tsx'
import { FormTextAreaField } from '#web/forms/form-fields.tsx'
import { FormNumberField, FormPicker } from '#web/forms/form-value-fields.tsx'
import type { FormState } from '#web/forms/record-form.tsx'
import { kitOrderProgress, type KitOrderValues } from './kit-order-values.ts'
import { OwnLocationPicker } from '#web/inventory/public/location-picker.tsx'
import { DocumentStatusBadge } from '#web/inventory/stock/document-status-badge.tsx'
import { ItemName } from '#web/inventory/stock/item-name.tsx'
import { paths } from '#web/paths.ts'
import { kitOrderPlace } from '#web/records/record-places.ts'
import { Card } from '#web/ui/card.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

type KitOrderFormProps = FormState<KitOrderValues> & {
  title: string
  kit: { id: string; name: string }
  components: readonly { item: NamedItem; perKit: number }[]
  /** The kit order to edit. */
  order?: KitOrder
  /** The help text of the quantity: how many kits can be packed at a location. */
  quantityHelp?: (warehouse: string) => string
  /** Shown above the items. */
  warning?: ReactNode
}

const labels = { quantity: 'Quantity', warehouse: 'Warehouse', note: 'Note' }

/** The form of a new or edited kit order: quantity, warehouse, and the items that it needs. */
export function KitOrderForm({ kit, components, order, quantityHelp, warning, ...state }: KitOrderFormProps) {
  const { control } = state.form
  const quantity = useWatch({ control, name: 'quantity' })
  const warehouse = useWatch({ control, name: 'warehouse' })
  return (
    <DocumentForm
      {...state}
      place={kitOrderPlace}
      trail={
        order ? (
          <Link to={paths.kitOrder(order.id)}>{order.number}</Link>
        ) : (
          <Link to={paths.kit(kit.id)}>{kit.name}</Link>
        )
      }
      status={order && <DocumentStatusBadge status={order.status} />}
      labels={labels}
      submitLabel={order ? 'Save changes' : 'Pack kits'}
      cancelTo={order ? paths.kitOrder(order.id) : paths.kit(kit.id)}
      progress={kitOrderProgress(order)}
      facts={[
        { label: 'Kits', value: <Kits name={kit.name} /> },
        { label: 'Warehouse', value: warehouse?.label },
      ]}
      rail={{
        party: (
          <Card title="Details">
            <FormTextAreaField control={control} name="note" label={labels.note} rows={3} />
          </Card>
        ),
      }}
    >
      <Card title="Kits">
        <FieldRow>
          <FormNumberField
            control={control}
            name="quantity"
            label={labels.quantity}
            required
            unit="kits"
            inputMode="numeric"
            {...(quantityHelp && warehouse && { help: quantityHelp(warehouse.id) })}
          />
          <FormPicker picker={OwnLocationPicker} control={control} name="warehouse" label={labels.warehouse} required />
        </FieldRow>
      </Card>
      {warning}
      <LinesTable
        title="Items"
        help={
          order
            ? 'The components of the kit stay as they were when the order was created.'
            : 'Reserved in the warehouse until the kits are packed.'
        }
        rows={components}
        rowId={({ item }) => item.id}
        columns={columnsOf(quantity)}
      />
    </DocumentForm>
  )
}

type Component = KitOrderFormProps['components'][number]

const columnsOf = (kits: number | null): LineColumn<Component>[] => [
  { id: 'item', header: 'Item', cell: ({ item }) => <ItemName item={item} /> },
  { id: 'perKit', header: 'Per kit', isNumber: true, cell: ({ perKit }) => perKit.toLocaleString() },
  {
    id: 'quantity',
    header: 'Quantity',
    isNumber: true,
    cell: ({ perKit }) => (kits ? (perKit * kits).toLocaleString() : '–'),
  },
]

function Kits({ name }: { name: string }) {
  const quantity = useWatch({ control: useFormContext<KitOrderValues>().control, name: 'quantity' })
  return quantity ? `${quantity.toLocaleString()} × ${name}` : name
}
