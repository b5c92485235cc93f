import { useForm, useWatch } from 'react-hook-form'
import { type KitOrder, kitOrdersApi, TakeApart } from '#shared/inventory/kits/kit-orders-api.ts'
import { FormSelectField, FormTextAreaField } from '#web/forms/form-fields.tsx'
import { FormNumberField, FormPicker } from '#web/forms/form-value-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { OwnLocationPicker } from '#web/inventory/public/location-picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

type Values = { quantity: number | null; reason: string; from: string; to: ComboboxOption | null }

const fieldOf = (path: string) => (path === 'locationId' ? 'from' : path === 'toLocationId' ? 'to' : path)
const bodyOf = ({ quantity, reason, from, to }: Values) => ({
  quantity: quantity as number,
  reason,
  locationId: from,
  toLocationId: to?.id,
})

/** Asks how many packed kits to take apart, at which location, where their items go, and why. */
export function TakeApartDialog({ order, close }: { order: KitOrder; close: () => void }) {
  const places = order.standing.filter((place) => place.free > 0)
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: TakeApart, bodyOf, fieldOf }),
    mode: 'onTouched',
    defaultValues: { quantity: null, reason: '', from: places[0]?.location.id ?? order.warehouse.id, to: null },
  })
  const refusal = useFormRefusal(form, fieldOf)
  const apart = useApiMutation(kitOrdersApi.takeApartKits, {
    successMessage: ({ kit }) => `${kit.name}: taken apart, items returned to stock`,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  const from = useWatch({ control: form.control, name: 'from' })
  const there = places.find(({ location }) => location.id === from)
  const maxQuantity = Math.min(there?.free ?? 0, order.quantity - order.takenApart)
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title="Take kits apart?"
      description="The kits are deducted from stock and their items return to their original lots with their share of the cost."
      submitLabel="Take apart"
      busy={apart.isPending}
      onSubmit={(values) => apart.submit({ params: { id: order.id }, body: bodyOf(values) })}
      close={close}
    >
      <FormSelectField label="Location of the kits" required control={form.control} name="from">
        {places.map(({ location, free }) => (
          <option key={location.id} value={location.id}>
            {location.name} ({free.toLocaleString()} free)
          </option>
        ))}
      </FormSelectField>
      <FormNumberField
        control={form.control}
        name="quantity"
        required
        label="Quantity"
        unit="kits"
        inputMode="numeric"
        help={`At most ${maxQuantity.toLocaleString()}.`}
      />
      <FormPicker
        picker={OwnLocationPicker}
        control={form.control}
        name="to"
        label="Destination of the items"
        placeholder={there ? `Stay at ${there.location.name}` : 'Search locations…'}
      />
      <FormTextAreaField label="Reason" required rows={2} control={form.control} name="reason" />
    </TransitionDialog>
  )
}
