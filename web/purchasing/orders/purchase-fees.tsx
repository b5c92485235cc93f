import { Plus, X } from 'lucide-react'
import { Controller, useFieldArray, useFormContext } from 'react-hook-form'
import { feeKindNames, feeKinds } from '#shared/purchasing/orders/purchase-amounts.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { blankFee, type PurchaseValues } from './purchase-values.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { MoneyField } from '#web/ui/number-field.tsx'

/** Freight, customs and the like: what the goods cost beside their price. */
export function PurchaseFees() {
  const { control, register, formState } = useFormContext<PurchaseValues>()
  const { currency } = useSettings()
  const { fields, append, remove } = useFieldArray({ control, name: 'fees' })
  return (
    <Card title="Fees" help="Allocated to received goods by value, so each shows its landed cost.">
      <div className="flex flex-col gap-3">
        {fields.map((field, at) => {
          const errors = formState.errors.fees?.[at]
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid's row in every browser
            <div
              key={field.id}
              role="group"
              aria-label={`Fee ${at + 1}`}
              className="grid grid-cols-[10rem_minmax(0,1fr)_10rem_2.25rem] items-end gap-3 max-md:grid-cols-[minmax(0,1fr)_2.25rem]"
            >
              <SelectField
                label="Kind"
                {...register(`fees.${at}.kind`)}
                error={sentence('Kind', errors?.kind?.message)}
              >
                {feeKinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {feeKindNames[kind]}
                  </option>
                ))}
              </SelectField>
              <TextField
                label="Label"
                autoComplete="off"
                className="max-md:col-start-1"
                {...register(`fees.${at}.label`)}
                error={sentence('Label', errors?.label?.message)}
              />
              <Controller
                control={control}
                name={`fees.${at}.amount`}
                render={({ field: amount, fieldState }) => (
                  <MoneyField
                    label="Amount"
                    required
                    currency={currency}
                    className="max-md:col-start-1"
                    {...amount}
                    error={sentence('Amount', fieldState.error?.message)}
                  />
                )}
              />
              <IconButton
                label={`Remove fee ${at + 1}`}
                onClick={() => remove(at)}
                className="max-md:col-start-2 max-md:row-start-1"
              >
                <X aria-hidden />
              </IconButton>
            </div>
          )
        })}
        <Button
          variant="ghost"
          className="-ml-3.5 self-start"
          onClick={() => append(blankFee, { focusName: `fees.${fields.length}.kind` })}
        >
          <Plus aria-hidden />
          Add fee
        </Button>
      </div>
    </Card>
  )
}
