import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form'
import { acceptedPieces } from '#shared/logistics/shipments/accepted-pieces.ts'
import { FormCheckboxField } from '#web/forms/form-fields.tsx'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'
import { sentence } from '#web/forms/field-errors.ts'
import { FieldError } from '#web/ui/field.tsx'
import type { HandedValues, ParcelLine } from './handed-values.ts'

type HandedFieldsProps = { form: UseFormReturn<HandedValues>; lines: readonly ParcelLine[] }

/** The refused and damaged pieces of each line; the customer accepted the rest. */
export function HandedFields({ form, lines }: HandedFieldsProps) {
  const { isPartial, back } = useWatch({ control: form.control })
  const { errors } = useFormState({ control: form.control })
  const problem = (errors as { lines?: { message?: string; root?: { message?: string } } }).lines
  return (
    <div className="flex flex-col gap-3">
      <FormCheckboxField label="Some goods were refused or damaged" control={form.control} name="isPartial" />
      {isPartial && (
        <ul className="flex flex-col gap-3 rounded-lg border border-line p-3">
          {lines.map(({ id, product, lot, quantity }, at) => {
            const name = `${product.name}${lot.isNone ? '' : `, lot ${lot.number}`}`
            const left = acceptedPieces(quantity, {
              refused: back?.[at]?.refused ?? 0,
              damaged: back?.[at]?.damaged ?? 0,
            })
            return (
              <li key={id} className="flex flex-col gap-2 sm:flex-row sm:items-end sm:justify-between">
                <span className="min-w-0">
                  <span className="wrap-anywhere block">{name}</span>
                  <span className="figures block text-muted text-xs">
                    {left < 0
                      ? `${(-left).toLocaleString()} more than were shipped`
                      : `${left.toLocaleString()} of ${quantity.toLocaleString()} accepted`}
                  </span>
                </span>
                <span className="flex shrink-0 gap-2">
                  {(['refused', 'damaged'] as const).map((kind) => (
                    <FormNumberField
                      key={kind}
                      control={form.control}
                      name={`back.${at}.${kind}`}
                      label={kind === 'refused' ? 'Refused' : 'Damaged'}
                      aria-label={`${kind === 'refused' ? 'Refused' : 'Damaged'} pieces of ${name}`}
                      className="w-24"
                    />
                  ))}
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {problem && (
        <FieldError>{sentence('Lines', problem.message ?? problem.root?.message ?? 'do not add up')}</FieldError>
      )}
    </div>
  )
}
