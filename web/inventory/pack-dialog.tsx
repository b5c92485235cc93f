import { Controller, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { KitOrderInput, kitOrdersApi } from '#shared/inventory/kit-orders-api.ts'
import type { Kit } from '#shared/inventory/kits-api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useKitOrderMoved } from '#web/inventory/kit-changes.ts'
import { paths } from '#web/paths.ts'
import { LocationPicker, locationLabel } from '#web/pickers/location-picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { TextField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

type Values = { warehouse: ComboboxOption | null; quantity: number | null; note: string }

const fieldOf = (path: string) => (path === 'locationId' ? 'warehouse' : path)

/** Asks how many kits to pack, and where; their items are committed at once. */
export function PackDialog({ kit, close }: { kit: Kit; close: () => void }) {
  const navigate = useNavigate()
  const bodyOf = ({ warehouse, quantity, note }: Values) => ({
    kitId: kit.id,
    locationId: warehouse?.id as string,
    quantity: quantity as number,
    note,
  })
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: KitOrderInput, bodyOf, fieldOf }),
    mode: 'onTouched',
    defaultValues: {
      warehouse: { id: kit.warehouse.id, label: locationLabel(kit.warehouse) },
      quantity: null,
      note: '',
    },
  })
  const refusal = useFormRefusal(form, fieldOf)
  const moved = useKitOrderMoved(({ number }) => `${number} saved: its items are committed`)
  const create = useApiMutation(kitOrdersApi.createKitOrder, {
    ...moved,
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (order) => {
      moved.onSuccess(order)
      void navigate(paths.kitOrder(order.id))
    },
  })
  const warehouse = useWatch({ control: form.control, name: 'warehouse' })
  const there = kit.buildable.find(({ location }) => location.id === warehouse?.id)
  return (
    <MoveDialog
      form={form}
      refusal={refusal}
      title={`Pack ${kit.name}`}
      description="The items are committed in that warehouse until the kits are packed."
      submitLabel="Pack kits"
      busy={create.isPending}
      onSubmit={(values) => create.submit({ body: bodyOf(values) })}
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
            help={warehouse && `${(there?.canBuild ?? 0).toLocaleString()} can be packed there now.`}
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
    </MoveDialog>
  )
}
