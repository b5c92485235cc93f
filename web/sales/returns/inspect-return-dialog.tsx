import { Controller, type Resolver, useForm } from 'react-hook-form'
import { type Disposition, dispositionNames, dispositions } from '#shared/sales/returns/return-transitions.ts'
import { type Return, returnsApi } from '#shared/sales/returns/api.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { TransitionDialog } from '#web/forms/transition-dialog.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { returnStatusMessage } from './return-status-message.ts'
import { NumberField } from '#web/ui/number-field.tsx'

type Values = { lines: (Record<Disposition, number | null> & { lineId: string })[] }

const bodyOf = ({ lines }: Values) => ({
  lines: lines.map((line) => ({
    lineId: line.lineId,
    dispositions: dispositions.flatMap((disposition) => {
      const quantity = line[disposition]
      return quantity ? [{ disposition, quantity }] : []
    }),
  })),
})
/** All errors of a line's dispositions are shown at its first field. */
const fieldOf = (path: string) => path.replace(/^(lines\.\d+)\.dispositions.*$/, '$1.restock')
const resolver: Resolver<Values> = bodyResolver<Values>({ schema: returnsApi.inspectReturn.spec.body, bodyOf, fieldOf })

const help: Record<Disposition, string> = {
  restock: 'sellable again, in the delivered lot',
  quarantine: 'blocked in a separate lot until released',
  scrap: 'written off',
  supplier: 'deducted from stock and sent to the supplier',
}

/** Asks for the disposition of the received goods, line by line. */
export function InspectReturnDialog({ found, close }: { found: Return; close: () => void }) {
  const here = found.lines.filter(({ received }) => (received ?? 0) > 0)
  const form = useForm<Values>({
    resolver,
    mode: 'onTouched',
    defaultValues: {
      lines: here.map(({ id, dispositions: recorded }) => ({
        lineId: id,
        ...(Object.fromEntries(
          dispositions.map((name) => [name, recorded.find((one) => one.disposition === name)?.quantity ?? null]),
        ) as Record<Disposition, number | null>),
      })),
    },
  })
  const refusal = useFormRefusal(form, fieldOf)
  const inspect = useApiMutation(returnsApi.inspectReturn, {
    successMessage: returnStatusMessage,
    onSuccess: close,
    errors: 'page',
    onError: refusal.onError,
  })
  const { errors } = form.formState
  return (
    <TransitionDialog
      title="Inspect the goods"
      description="Choose a disposition for each unit. Stock and credit are posted when the return is completed."
      submitLabel="Save inspection"
      size="md"
      form={form}
      refusal={refusal}
      busy={inspect.isPending}
      onSubmit={(values) => inspect.submit({ params: { id: found.id }, body: bodyOf(values), version: found.version })}
      close={close}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
        {dispositions.map((name) => (
          <div key={name} className="contents">
            <dt className="font-medium">{dispositionNames[name]}</dt>
            <dd className="text-muted">{help[name]}</dd>
          </div>
        ))}
      </dl>
      {here.map((line, at) => {
        const problem = errors.lines?.[at]?.restock?.message
        return (
          <fieldset key={line.id} className="flex flex-col gap-2 border-line border-t pt-4">
            <legend className="float-left w-full text-table">
              <span className="font-medium">{line.product.name}</span>
              <span className="block text-muted text-xs">
                {!line.lot.isNone && `lot ${line.lot.number}, `}
                {(line.received ?? 0).toLocaleString()} received
              </span>
            </legend>
            <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
              {dispositions.map((name) => (
                <Controller
                  key={name}
                  control={form.control}
                  name={`lines.${at}.${name}`}
                  render={({ field }) => (
                    <NumberField
                      label={dispositionNames[name]}
                      inputMode="numeric"
                      placeholder="0"
                      {...field}
                      {...(problem && { 'aria-invalid': true, 'aria-describedby': `${line.id}-error` })}
                    />
                  )}
                />
              ))}
            </div>
            {problem && (
              <p id={`${line.id}-error`} role="alert" className="text-bad text-xs">
                {sentence('The disposition', problem)}
              </p>
            )}
          </fieldset>
        )
      })}
    </TransitionDialog>
  )
}
