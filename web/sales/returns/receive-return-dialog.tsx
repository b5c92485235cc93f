import { type Resolver, useForm } from 'react-hook-form'
import { type Return, returnsApi } from '#shared/sales/returns/api.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { NumberedLine, problemOfLines } from '#web/forms/numbered-line.tsx'
import { usePostingDate } from '#web/forms/posting-date.tsx'
import { sentence } from '#web/forms/field-errors.ts'
import { FormTextField } from '#web/forms/form-fields.tsx'
import { FormPicker } from '#web/forms/form-value-fields.tsx'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { useOnlyLocation } from '#web/inventory/public/only-location.ts'
import { OwnLocationPicker } from '#web/inventory/public/location-picker.tsx'
import { returnStatusMessage } from './return-status-message.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

type Values = {
  location: ComboboxOption | null
  receivedDate: string
  lines: { lineId: string; received: number | null }[]
}

const bodyOf = ({ location, receivedDate, lines }: Values) => ({
  locationId: location?.id as string,
  ...(receivedDate && { receivedDate }),
  lines: lines.map(({ lineId, received }) => ({ lineId, received: received ?? 0 })),
})
const fieldOf = (path: string) => (path === 'locationId' ? 'location' : path)
const resolver: Resolver<Values> = bodyResolver<Values>({
  schema: returnsApi.receiveReturn.spec.body,
  bodyOf,
  fieldOf,
})

/** Records the receipt: the quantity of each line, and the location. */
export function ReceiveReturnDialog({ found, close }: { found: Return; close: () => void }) {
  const form = useForm<Values>({
    resolver,
    mode: 'onTouched',
    defaultValues: {
      location: null,
      receivedDate: '',
      lines: found.lines.map(({ id, quantity }) => ({ lineId: id, received: quantity })),
    },
  })
  useOnlyLocation(form, 'location', true)
  const refusal = useFormRefusal(form, fieldOf)
  const receive = useApiMutation(returnsApi.receiveReturn, {
    successMessage: returnStatusMessage,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  const { errors } = form.formState
  const nothing = problemOfLines(errors)
  const posting = usePostingDate()
  return (
    <TransitionDialog
      title="Receive the goods"
      description="Enter the received quantities. Goods are added to stock after inspection."
      submitLabel="Receive goods"
      size="md"
      form={form}
      refusal={refusal}
      busy={receive.isPending}
      onSubmit={(values) => receive.submit({ params: { id: found.id }, body: bodyOf(values), version: found.version })}
      close={close}
    >
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_11rem]">
        <FormPicker picker={OwnLocationPicker} control={form.control} name="location" label="Received at" required />
        <FormTextField
          control={form.control}
          name="receivedDate"
          label="Received on"
          type="date"
          min={posting.min}
          help={posting.help ?? 'Defaults to today.'}
        />
      </div>
      <ul aria-label="Received items" className="flex flex-col gap-3">
        {found.lines.map((line, at) => (
          <NumberedLine
            key={line.id}
            control={form.control}
            path={`lines.${at}.received`}
            name={line.product.name}
            which={!line.lot.isNone && `lot ${line.lot.number}`}
            detail={
              <>
                {!line.lot.isNone && `lot ${line.lot.number}, `}
                {line.quantity.toLocaleString()} requested
              </>
            }
            what="Received"
          />
        ))}
      </ul>
      {nothing && (
        <p role="alert" className="text-bad text-xs">
          {sentence('Goods', nothing)}
        </p>
      )}
    </TransitionDialog>
  )
}
