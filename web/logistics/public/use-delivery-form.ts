import { useForm } from 'react-hook-form'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useDraft } from '#web/session/draft.tsx'
import { handedBody, type HandedValues, handedValues, type ParcelLine } from './handed-values.ts'

type DeliveryValues = HandedValues & { receivedBy: string; reason: string }

/** The form by which staff record a delivery; stored as a draft under `name` until it is saved. */
export function useDeliveryForm(name: string, lines: readonly ParcelLine[]) {
  const bodyOf = ({ receivedBy, reason, ...handed }: DeliveryValues) => ({
    receivedBy,
    reason,
    ...handedBody(handed, lines),
  })
  const form = useForm<DeliveryValues>({
    resolver: bodyResolver<DeliveryValues>({ schema: shipmentsApi.deliverShipment.spec.body, bodyOf }),
    mode: 'onTouched',
    defaultValues: { receivedBy: '', reason: '', ...handedValues(lines) },
  })
  return { form, draft: useDraft(`delivery:${name}`, form), refusal: useFormRefusal(form), bodyOf }
}
