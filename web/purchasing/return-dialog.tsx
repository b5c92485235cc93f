import { Controller, type Resolver, useForm } from 'react-hook-form'
import { type PurchaseOrder, purchasingApi } from '#shared/purchasing/api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useFormRefusal } from '#web/api/form-refusal.ts'
import { MoveDialog } from '#web/api/move-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { usePurchaseMoved } from '#web/purchasing/purchase-changes.ts'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

type ReturnValues = {
  reason: string
  notify: boolean
  lines: { receiptLineId: string; quantity: number | null }[]
}

/** Only what is sent back is sent. */
const sentOf = ({ lines }: ReturnValues) => lines.flatMap((line, at) => (line.quantity === null ? [] : [at]))
const bodyOf = (values: ReturnValues) => ({
  reason: values.reason,
  notify: values.notify,
  lines: sentOf(values).map((at) => values.lines[at]),
})

const fieldIn = (values: ReturnValues) => (path: string) =>
  path.replace(/^lines\.(\d+)/, (whole, at: string) => {
    const row = sentOf(values)[Number(at)]
    return row === undefined ? whole : `lines.${row}`
  })

const resolver: Resolver<ReturnValues> = (values, context, options) =>
  bodyResolver<ReturnValues>({ schema: purchasingApi.return.spec.body, bodyOf, fieldOf: fieldIn(values) })(
    values,
    context,
    options,
  )

/** Sends goods back to the supplier, out of the lots they came into. */
export function ReturnDialog({ order, close }: { order: PurchaseOrder; close: () => void }) {
  const came = order.receipts.flatMap((receipt) =>
    receipt.lines.filter(({ returnable }) => returnable > 0).map((line) => ({ ...line, receipt: receipt.number })),
  )
  const form = useForm<ReturnValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: {
      reason: '',
      notify: false,
      lines: came.map(({ id }) => ({ receiptLineId: id, quantity: null })),
    },
  })
  const refusal = useFormRefusal(form, (path) => fieldIn(form.getValues())(path))
  const send = useApiMutation(purchasingApi.return, {
    ...usePurchaseMoved(close, ({ number }) => `Goods of ${number} go back to the supplier`),
    errors: 'page',
    onError: refusal.onError,
  })
  const { errors } = form.formState
  const nothing = (errors.lines as { message?: string } | undefined)?.message ?? errors.lines?.root?.message
  return (
    <MoveDialog
      title="Return to supplier"
      description="The goods leave the stock out of the lots they came into. What is promised to orders stays."
      submitLabel="Return goods"
      form={form}
      refusal={refusal}
      busy={send.isPending}
      onSubmit={(values) =>
        send.submit({
          params: { id: order.id },
          body: {
            reason: values.reason,
            notify: values.notify,
            lines: sentOf(values).map((at) => ({
              receiptLineId: values.lines[at]?.receiptLineId ?? '',
              quantity: values.lines[at]?.quantity ?? 0,
            })),
          },
        })
      }
      close={close}
    >
      <ul aria-label="What came" className="flex flex-col gap-3">
        {came.map((line, at) => (
          <li key={line.id} className="flex items-start justify-between gap-4">
            <span className="min-w-0 text-table">
              <span className="font-medium">{line.item.name}</span>
              <span className="block text-muted text-xs">
                {line.lotNumber === 'none' ? '' : `lot ${line.lotNumber}, `}
                {line.receipt}, at most {line.returnable.toLocaleString()}
                {line.damaged && ', damaged'}
              </span>
            </span>
            <Controller
              control={form.control}
              name={`lines.${at}.quantity`}
              render={({ field, fieldState }) => (
                <NumberField
                  label={`Return of ${line.item.name}`}
                  hideLabel
                  className="w-28 shrink-0"
                  inputMode="numeric"
                  placeholder="0"
                  {...field}
                  error={sentence('Quantity', fieldState.error?.message)}
                />
              )}
            />
          </li>
        ))}
      </ul>
      {nothing && (
        <p role="alert" className="text-bad text-xs">
          Say of at least one line how many go back.
        </p>
      )}
      <TextAreaField
        label="Reason"
        required
        rows={2}
        help="Kept in the history, and told to the supplier where they are told."
        {...form.register('reason')}
        error={sentence('Reason', errors.reason?.message)}
      />
      <CheckboxField
        label="Tell the supplier by mail"
        disabled={!order.supplier.email}
        help={order.supplier.email ?? 'The supplier has no e-mail address.'}
        {...form.register('notify')}
        error={sentence('Mail', errors.notify?.message)}
      />
    </MoveDialog>
  )
}
