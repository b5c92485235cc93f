import { useForm } from 'react-hook-form'
import { dispositionNames } from '#shared/sales/returns/return-transitions.ts'
import { type Return, returnsApi } from '#shared/sales/returns/api.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { FormCheckboxField } from '#web/forms/form-fields.tsx'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { returnStatusMessage } from './return-status-message.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** Shows what will be posted and credited, and completes the return. */
export function CompleteReturnDialog({ found, close }: { found: Return; close: () => void }) {
  const { currency } = useSettings()
  const form = useForm({
    resolver: bodyResolver<{ creditCharges: boolean }>({ schema: returnsApi.completeReturn.spec.body }),
    defaultValues: { creditCharges: false },
  })
  const refusal = useFormRefusal(form)
  const complete = useApiMutation(returnsApi.completeReturn, {
    successMessage: returnStatusMessage,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  const hasCharges = Number(found.charges) > 0
  return (
    <TransitionDialog
      title="Complete this return?"
      description="This cannot be undone."
      submitLabel="Complete return"
      form={form}
      refusal={refusal}
      busy={complete.isPending}
      onSubmit={(body) => complete.submit({ params: { id: found.id }, body, version: found.version })}
      close={close}
    >
      <ul aria-label="What will be posted" className="flex flex-col gap-1.5 text-table">
        {found.lines.flatMap(({ id, product, dispositions }) =>
          dispositions.map(({ disposition, quantity }) => (
            <li key={`${id} ${disposition}`} className="flex justify-between gap-4">
              <span className="min-w-0">
                {dispositionNames[disposition]}: {product.name}
              </span>
              <span className="figures">{quantity.toLocaleString()}</span>
            </li>
          )),
        )}
        <li className="flex justify-between gap-4 border-line border-t pt-2 font-medium">
          <span>{found.invoice ? `Credit on ${found.invoice.number}, ${currency}` : 'No invoice, no credit'}</span>
          {found.invoice && <span className="figures">{formatDecimalInput(found.credit, 2)}</span>}
        </li>
      </ul>
      {hasCharges && (
        <FormCheckboxField
          label="Also refund services and fees"
          help={`${currency} ${formatDecimalInput(found.charges, 2)} of the invoice`}
          control={form.control}
          name="creditCharges"
        />
      )}
    </TransitionDialog>
  )
}
