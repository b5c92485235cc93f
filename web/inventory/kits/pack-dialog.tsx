import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { KitOrderInput, kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import type { Kit } from '#shared/inventory/kits/api.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { KitOrderFields, type KitOrderValues, kitOrderBody, kitOrderField } from './kit-order-fields.tsx'
import { paths } from '#web/paths.ts'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'

/** Asks how many kits to pack, and where; their items are committed at once. */
export function PackDialog({ kit, close }: { kit: Kit; close: () => void }) {
  const navigate = useNavigate()
  const bodyOf = (values: KitOrderValues) => ({ kitId: kit.id, ...kitOrderBody(values) })
  const form = useForm<KitOrderValues>({
    resolver: bodyResolver<KitOrderValues>({ schema: KitOrderInput, bodyOf, fieldOf: kitOrderField }),
    mode: 'onTouched',
    defaultValues: {
      warehouse: { id: kit.warehouse.id, label: locationLabel(kit.warehouse) },
      quantity: null,
      note: '',
    },
  })
  const refusal = useFormRefusal(form, kitOrderField)
  const create = useApiMutation(kitOrdersApi.createKitOrder, {
    successMessage: ({ number }) => `${number} saved, items reserved`,
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (order) => void navigate(paths.kitOrder(order.id)),
  })
  const warehouse = useWatch({ control: form.control, name: 'warehouse' })
  const there = kit.buildable.find(({ location }) => location.id === warehouse?.id)
  return (
    <TransitionDialog
      form={form}
      refusal={refusal}
      title={`Pack ${kit.name}`}
      description="The items are reserved in the warehouse until the kits are packed."
      submitLabel="Pack kits"
      busy={create.isPending}
      onSubmit={(values) => create.submit({ body: bodyOf(values) })}
      close={close}
    >
      <KitOrderFields
        form={form}
        quantityHelp={warehouse && `${(there?.canBuild ?? 0).toLocaleString()} can be packed there at present.`}
      />
    </TransitionDialog>
  )
}
