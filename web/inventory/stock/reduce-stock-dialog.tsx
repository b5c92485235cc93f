import { useForm, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import type { Call } from '#shared/http/route.ts'
import { type inventoryApi } from '#shared/inventory/stock/api.ts'
import { ReduceStock } from '#shared/inventory/stock/stock-changes.ts'
import { reduceReasons } from '#shared/inventory/stock/stock-reasons.ts'
import { FormSelectField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { RecordDialog } from '#web/forms/record-dialog.tsx'
import { stockBody, StockFields, type StockValues } from './stock-dialog-fields.tsx'
import type { StockCalls, StockedItem } from './stocked-item.ts'
import { formatDay } from '#shared/format-day.ts'

type Values = StockValues & { locationId: string; lotId: string }
type Body = Call<(typeof inventoryApi.reduceStock)['spec']>['body']

const bodyOf = ({ locationId, lotId, ...values }: Values) => ({
  ...stockBody(values),
  locationId,
  lotId: lotId || undefined,
})

/** Blocked and expired lots can be removed too. */
const unreserved = ({ onHand, committed }: StockedItem['stock'][number]) => onHand - committed

/** Removes stock by hand, with a reason. The server refuses more than is not reserved. */
export function ReduceStockDialog({ item, calls, close }: { item: StockedItem; calls: StockCalls; close: () => void }) {
  const places = item.stock.filter((place) => place.onHand > 0)
  const locations = new Map(places.map(({ location }) => [location.id, location.name]))
  const form = useForm<Values>({
    resolver: bodyResolver({ schema: ReduceStock, bodyOf }),
    mode: 'onTouched',
    defaultValues: {
      quantity: null,
      reason: '',
      customReason: '',
      locationId: item.home && locations.has(item.home.id) ? item.home.id : (places[0]?.location.id ?? ''),
      lotId: '',
    },
  })
  const refusal = useFormRefusal(form)
  const reduce = useApiMutation(calls.reduceStock, {
    errors: 'page',
    onError: refusal.onError,
    onSuccess: (_item, { body }) => {
      toast.success(`${body.quantity.toLocaleString()} taken out of ${item.name}`)
      close()
    },
  })
  const [reason, locationId] = useWatch({ control: form.control, name: ['reason', 'locationId'] })
  const here = places.filter((place) => place.location.id === locationId)
  const free = here.reduce((sum, place) => sum + unreserved(place), 0)
  return (
    <RecordDialog
      title="Reduce stock"
      description={item.name}
      size="sm"
      what={calls.what}
      submitLabel="Reduce stock"
      form={form}
      refusal={refusal}
      busy={reduce.isPending}
      onSubmit={(values) => reduce.submit({ params: { id: item.id }, body: bodyOf(values) as Body })}
      close={close}
    >
      <StockFields
        control={form.control}
        reason={reason}
        reasons={reduceReasons}
        quantityHelp={`Up to ${free.toLocaleString()} at ${locations.get(locationId) ?? 'this location'}`}
      />
      {locations.size > 1 && (
        <FormSelectField
          label="Location"
          control={form.control}
          name="locationId"
          rules={{ onChange: () => form.setValue('lotId', '') }}
        >
          {[...locations].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FormSelectField>
      )}
      {item.lotControlled && (
        <FormSelectField label="Lot" control={form.control} name="lotId">
          <option value="">First expiring first</option>
          {here.map((place) => (
            <option key={place.lotId} value={place.lotId}>
              {[
                place.lotNumber,
                place.expiryDate && `expires ${formatDay(place.expiryDate)}`,
                `up to ${unreserved(place).toLocaleString()}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </option>
          ))}
        </FormSelectField>
      )}
    </RecordDialog>
  )
}
