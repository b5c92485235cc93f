import { X } from 'lucide-react'
import { type UseFormReturn, useFormState } from 'react-hook-form'
import { packageKindNames, packageKinds } from '#shared/logistics/shipments/packages.ts'
import type { ShipmentLine } from '#shared/logistics/shipments/shipment.ts'
import { FormCheckboxField, FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'
import { sentence } from '#web/forms/field-errors.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { PackagesValues } from './package-values.ts'

type PackageFieldsProps = {
  form: UseFormReturn<PackagesValues>
  at: number
  lines: readonly ShipmentLine[]
  /** The pieces of each line that are in no package. */
  left: readonly number[]
  onRemove: () => void
}

/** One package: kind, weight, whether it is cold, and the pieces of each lot in it. */
export function PackageFields({ form, at, lines, left, onRemove }: PackageFieldsProps) {
  const { errors } = useFormState({ control: form.control })
  const problem = errors.packages?.[at] as Partial<Record<'weight' | 'contents', { message?: string }>> | undefined
  return (
    <li className="rounded-lg border border-line p-4">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h3 className="font-medium">Package {at + 1}</h3>
        <IconButton size="sm" label={`Remove package ${at + 1}`} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="grid gap-3 sm:grid-cols-[1fr_1fr_auto] sm:items-end">
        <FormSelectField label="Kind" control={form.control} name={`packages.${at}.kind`}>
          {packageKinds.map((kind) => (
            <option key={kind} value={kind}>
              {packageKindNames[kind]}
            </option>
          ))}
        </FormSelectField>
        <FormTextField
          control={form.control}
          name={`packages.${at}.weight`}
          rules={{ setValueAs: (value: string) => value.trim().replace(',', '.') }}
          label="Weight, kg"
          errorName="Weight"
          inputMode="decimal"
          autoComplete="off"
        />
        <div className="flex h-9 items-center">
          <FormCheckboxField label="Keep cold" control={form.control} name={`packages.${at}.isCold`} />
        </div>
      </div>
      <div aria-hidden className="mt-3 flex justify-between gap-4 font-medium">
        <span>Contents</span>
        <span className="w-28 shrink-0">Pieces</span>
      </div>
      <ul className="mt-1.5 flex flex-col gap-2">
        {lines.map((line, place) => (
          <li key={line.id} className="flex items-center justify-between gap-4">
            <span className="min-w-0">
              <span className="line-clamp-2 break-words">{line.product.name}</span>
              <span className="block text-muted text-xs">
                {!line.lot.isNone && `Lot ${line.lot.number}, `}
                {restText(left[place] ?? 0)}
              </span>
            </span>
            <FormNumberField
              control={form.control}
              name={`packages.${at}.quantities.${place}`}
              label={`Pieces of ${line.product.name}${line.lot.isNone ? '' : `, lot ${line.lot.number}`}`}
              hideLabel
              className="w-28 shrink-0"
            />
          </li>
        ))}
      </ul>
      {problem?.contents?.message && (
        <p role="alert" className="mt-2 text-bad text-sm">
          {sentence('Contents', problem.contents.message)}
        </p>
      )}
    </li>
  )
}

const restText = (rest: number) =>
  rest === 0 ? 'all packed' : rest < 0 ? `${(-rest).toLocaleString()} too many` : `${rest.toLocaleString()} left`
