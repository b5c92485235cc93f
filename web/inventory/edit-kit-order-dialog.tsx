import { Controller, useForm, useWatch } from 'react-hook-form'
import { type KitOrder, KitOrderChange, kitOrdersApi } from '#shared/inventory/kit-orders-api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useKitOrderMoved } from '#web/inventory/kit-changes.ts'
import { LocationPicker, locationLabel } from '#web/pickers/location-picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

type Values = { quantity: number | null; warehouse: ComboboxOption | null; note: string }

const fieldOf = (path: string) => (path === 'locationId' ? 'warehouse' : path)
const bodyOf = ({ quantity, warehouse, note }: Values) => ({
  locationId: warehouse?.id as string,
  quantity: quantity as number,
  note,
})

/** Changes a pending order to pack kits; what is committed for it is committed anew where that needs it. */
export function EditKitOrderDialog({ order, close }: { order: KitOrder; close: () => void }) {
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: KitOrderChange, bodyOf, fieldOf }),
    mode: 'onTouched',
    defaultValues: {
      quantity: order.quantity,
      warehouse: { id: order.warehouse.id, label: locationLabel(order.warehouse) },
      note: order.note ?? '',
    },
  })
  const refusal = useFormRefusal(form, fieldOf)
  const save = useApiMutation(kitOrdersApi.updateKitOrder, {
    ...useKitOrderMoved(({ number }) => `${number} saved`, close),
    errors: 'page',
    onError: refusal.onError,
  })
  const { quantity, warehouse } = useWatch({ control: form.control })
  const isAnew = quantity !== order.quantity || warehouse?.id !== order.warehouse.id
  const isChosen = order.lines.some((line) => line.lots.some((lot) => lot.lotReason !== null))
  return (
    <MoveDialog
      form={form}
      refusal={refusal}
      title={`Edit ${order.number}`}
      description={'What a kit of it holds stays as it was when the order was written.'}
      submitLabel="Save order"
      busy={save.isPending}
      onSubmit={(values) => save.submit({ params: { id: order.id }, body: bodyOf(values), version: order.version })}
      close={close}
    >
      <Controller
        control={form.control}
        name="quantity"
        render={({ field, fieldState }) => (
          <NumberField
            {...field}
            required
            label="Quantity"
            unit="kits"
            inputMode="numeric"
            error={sentence('Quantity', fieldState.error?.message)}
          />
        )}
      />
      <Controller
        control={form.control}
        name="warehouse"
        render={({ field, fieldState }) => (
          <LocationPicker
            {...field}
            required
            label="Warehouse"
            error={sentence('Warehouse', fieldState.error?.message)}
          />
        )}
      />
      <TextField
        label="Note"
        autoComplete="off"
        {...form.register('note')}
        error={sentence('Note', form.formState.errors.note?.message)}
      />
      {isAnew && isChosen && (
        <Notice tone="warn">
          The lots are taken anew, first expiring first: those you chose have to be chosen again.
        </Notice>
      )}
    </MoveDialog>
  )
}
