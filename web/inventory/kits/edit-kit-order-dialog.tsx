import { useForm, useWatch } from 'react-hook-form'
import { type KitOrder, KitOrderChange, kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { KitOrderFields, type KitOrderValues, kitOrderBody, kitOrderField } from './kit-order-fields.tsx'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Changes a pending order to pack kits; what is committed for it is committed anew where that needs it. */
export function EditKitOrderDialog({ order, close }: { order: KitOrder; close: () => void }) {
  const form = useForm<KitOrderValues>({
    resolver: bodyResolver<KitOrderValues>({ schema: KitOrderChange, bodyOf: kitOrderBody, fieldOf: kitOrderField }),
    mode: 'onTouched',
    defaultValues: {
      quantity: order.quantity,
      warehouse: { id: order.warehouse.id, label: locationLabel(order.warehouse) },
      note: order.note ?? '',
    },
  })
  const refusal = useFormRefusal(form, kitOrderField)
  const save = useApiMutation(kitOrdersApi.updateKitOrder, {
    successMessage: ({ number }) => `${number} saved`,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  const { quantity, warehouse } = useWatch({ control: form.control })
  const isAnew = quantity !== order.quantity || warehouse?.id !== order.warehouse.id
  const isChosen = order.lines.some((line) => line.lots.some((lot) => lot.lotReason !== null))
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title={`Edit ${order.number}`}
      description={'The components of the kit stay as they were when the order was created.'}
      submitLabel="Save order"
      busy={save.isPending}
      onSubmit={(values) =>
        save.submit({ params: { id: order.id }, body: kitOrderBody(values), version: order.version })
      }
      close={close}
    >
      <KitOrderFields form={form} />
      {isAnew && isChosen && (
        <Notice tone="warn">Lots are allocated again, first expiring first. Choose your lots again if needed.</Notice>
      )}
    </TransitionDialog>
  )
}
