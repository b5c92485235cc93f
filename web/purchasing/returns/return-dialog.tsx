import { useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import { FormCheckboxField, FormTextAreaField } from '#web/forms/form-fields.tsx'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { NumberedLine, problemOfLines } from '#web/forms/numbered-line.tsx'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'

type ReturnValues = {
  reason: string
  notify: boolean
  lines: { receiptLineId: string; quantity: number | null }[]
}

/** The indexes of the lines with a quantity to return. */
const sentOf = ({ lines }: ReturnValues) => lines.flatMap((line, at) => (line.quantity === null ? [] : [at]))
const bodyOf = ({ reason, notify, lines }: ReturnValues) => ({
  reason,
  notify,
  lines: lines.flatMap(({ receiptLineId, quantity }) => (quantity === null ? [] : [{ receiptLineId, quantity }])),
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

/** Returns goods to the supplier, from the lots that they were received into. */
export function ReturnDialog({ order, close }: { order: PurchaseOrder; close: () => void }) {
  // Keeps the lines as they were opened: a refetch could shift the quantities to other lines.
  const [came] = useState(() =>
    order.receipts.flatMap((receipt) =>
      receipt.lines.filter(({ returnable }) => returnable > 0).map((line) => ({ ...line, receipt: receipt.number })),
    ),
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
    successMessage: ({ number }) => `Return for ${number} posted`,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  const { errors } = form.formState
  const nothing = problemOfLines(errors)
  return (
    <TransitionDialog
      title="Return to supplier"
      description="The goods are deducted from the lots they were received into. Reserved stock cannot be returned."
      submitLabel="Return goods"
      form={form}
      refusal={refusal}
      busy={send.isPending}
      onSubmit={(values) => send.submit({ params: { id: order.id }, body: bodyOf(values) })}
      close={close}
    >
      <ul aria-label="Received items" className="flex flex-col gap-3">
        {came.map((line, at) => {
          const which = line.lotNumber === 'none' ? line.receipt : `lot ${line.lotNumber}, ${line.receipt}`
          // The lot of damaged pieces usually says so itself: "LOT-7 damaged".
          const isNamedDamaged = line.lotNumber.includes('damaged')
          return (
            <NumberedLine
              key={line.id}
              control={form.control}
              path={`lines.${at}.quantity`}
              name={line.item.name}
              which={which}
              detail={
                <>
                  {which}, at most {line.returnable.toLocaleString()}
                  {line.damaged && !isNamedDamaged && ', damaged'}
                </>
              }
              what="Return"
              calledHere="Quantity"
            />
          )
        })}
      </ul>
      {nothing && (
        <p role="alert" className="text-bad text-xs">
          Enter a quantity for at least one line.
        </p>
      )}
      <FormTextAreaField
        label="Reason"
        required
        rows={2}
        help="Shown in the history and in the email to the supplier."
        control={form.control}
        name="reason"
      />
      <FormCheckboxField
        label="Notify the supplier by email"
        disabled={!order.supplier.email}
        help={order.supplier.email ?? 'The supplier has no email address.'}
        control={form.control}
        name="notify"
        errorName="Mail"
      />
    </TransitionDialog>
  )
}
