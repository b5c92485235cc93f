import { Plus, X } from 'lucide-react'
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import type { TaxKind } from '#shared/money-lines.ts'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormLoadedSelectField } from '#web/forms/form-value-fields.tsx'
import type { SettingsValues } from './settings-values.ts'
import { Button, IconButton, keepFocus } from '#web/ui/button.tsx'
import { FormSection } from '#web/ui/form-layout.tsx'
import { phone, useMediaQuery } from '#web/ui/media-query.ts'

const kindNames: Record<TaxKind, string> = {
  exclusive: 'On top of the price',
  inclusive: 'In the price',
  exempt: 'No tax',
}

/** The taxes that lines can have, and the default of new lines. */
export function TaxSection({ form }: { form: UseFormReturn<SettingsValues> }) {
  const { control } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'tax.rates' })
  const rates = useWatch({ control, name: 'tax.rates' })
  const defaultRate = useWatch({ control, name: 'tax.defaultRate' })
  const hideLabel = !useMediaQuery(phone)
  /** Renames the default tax too, so that new lines keep it. */
  const rename = (at: number, name: string) => {
    if (rates[at]?.name === defaultRate) form.setValue('tax.defaultRate', name, { shouldDirty: true })
  }
  return (
    <FormSection id="taxes" title="Tax" help="Existing lines keep their tax.">
      <div className="flex flex-col gap-3">
        <div
          aria-hidden
          className="hidden grid-cols-[minmax(0,1fr)_12rem_7rem_2.25rem] gap-3 text-muted text-table md:grid"
        >
          <span>Name</span>
          <span>Charged</span>
          <span>Per cent</span>
        </div>
        {fields.map((field, at) => {
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid's row in every browser
            <div
              key={field.id}
              role="group"
              aria-label={`Tax ${at + 1}`}
              className="relative grid grid-cols-2 items-start gap-3 md:grid-cols-[minmax(0,1fr)_12rem_7rem_2.25rem]"
            >
              <div className="max-md:col-span-2 max-md:pr-10">
                <FormTextField
                  label="Name"
                  hideLabel={hideLabel}
                  autoComplete="off"
                  placeholder="VAT 20%"
                  control={control}
                  name={`tax.rates.${at}.name`}
                  rules={{ onChange: ({ target }) => rename(at, target.value) }}
                />
              </div>
              <FormSelectField label="Charged" hideLabel={hideLabel} control={control} name={`tax.rates.${at}.kind`}>
                {Object.entries(kindNames).map(([kind, name]) => (
                  <option key={kind} value={kind}>
                    {name}
                  </option>
                ))}
              </FormSelectField>
              <FormTextField
                label="Per cent"
                hideLabel={hideLabel}
                inputMode="decimal"
                autoComplete="off"
                control={control}
                name={`tax.rates.${at}.percent`}
              />
              <IconButton
                label={`Remove tax ${at + 1}`}
                disabled={fields.length === 1}
                onClick={() => remove(at)}
                className="max-md:absolute max-md:top-0 max-md:right-0"
              >
                <X aria-hidden />
              </IconButton>
            </div>
          )
        })}
        <Button
          variant="ghost"
          className="-ml-3.5 self-start"
          onMouseDown={keepFocus}
          onClick={() => append({ name: '', kind: 'exclusive', percent: '' })}
        >
          <Plus aria-hidden />
          Add tax
        </Button>
      </div>
      <FormLoadedSelectField label="Tax of a new line" control={control} name="tax.defaultRate">
        {!rates.some((rate) => rate.name === defaultRate) && <option value={defaultRate}>{defaultRate}</option>}
        {rates.map((rate, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name while they are typed
          <option key={at} value={rate.name}>
            {rate.name}
          </option>
        ))}
      </FormLoadedSelectField>
    </FormSection>
  )
}
