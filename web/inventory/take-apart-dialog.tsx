import { Controller, useForm } from 'react-hook-form'
import { type KitOrder, kitOrdersApi, TakeApart } from '#shared/inventory/kit-orders-api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useKitOrderMoved } from '#web/inventory/kit-changes.ts'
import { TextAreaField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

type Values = { quantity: number | null; reason: string }

/** Asks how many finished kits are taken apart, and why. */
export function TakeApartDialog({ order, most, close }: { order: KitOrder; most: number; close: () => void }) {
  const form = useForm<Values>({
    resolver: bodyResolver<Values>({ schema: TakeApart }),
    mode: 'onTouched',
    defaultValues: { quantity: null, reason: '' },
  })
  const refusal = useFormRefusal(form)
  const apart = useApiMutation(kitOrdersApi.takeApartKits, {
    ...useKitOrderMoved(({ kit }) => `${kit.name}: taken apart, the items are back in stock`, close),
    errors: 'page',
    onError: refusal.onError,
  })
  return (
    <MoveDialog
      form={form}
      refusal={refusal}
      title="Take kits apart?"
      description={`They leave the stock at ${order.warehouse.name}, and their items are back there in the lots they came from.`}
      submitLabel="Take apart"
      busy={apart.isPending}
      onSubmit={({ quantity, reason }) =>
        apart.submit({ params: { id: order.id }, body: { quantity: quantity as number, reason } })
      }
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
            help={`At most ${most.toLocaleString()}.`}
            error={sentence('Quantity', fieldState.error?.message)}
          />
        )}
      />
      <TextAreaField
        label="Reason"
        required
        rows={2}
        {...form.register('reason')}
        error={sentence('Reason', form.formState.errors.reason?.message)}
      />
    </MoveDialog>
  )
}
