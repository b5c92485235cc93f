import { Controller, type UseFormReturn } from 'react-hook-form'
import { restKinds, restNames, writeOffReasons } from '#shared/inventory/stock/stock-document.ts'
import { stockReasonNames } from '#shared/inventory/stock/stock-reasons.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { type ArrivalValues, isShort, type ReceiveValues } from './receive-values.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

type ArrivalRowProps = { form: UseFormReturn<ReceiveValues>; at: number; arrival: ArrivalValues }

/** One lot that was sent: how much of it arrived, and what became of the rest. */
export function ArrivalRow({ form, at, arrival }: ArrivalRowProps) {
  const { item, lotNumber, sent, rest, reason } = arrival
  const { register, formState } = form
  const errors = formState.errors.arrivals?.[at]
  const name = lotNumber ? `${item.name}, lot ${lotNumber}` : item.name
  return (
    <li
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)_9rem] items-start gap-x-4 gap-y-3 border-line border-t py-3 first:border-t-0 first:pt-0"
    >
      <p className="min-w-0 text-pretty break-words">
        <span className="font-medium">{item.name}</span>
        <span className="figures block text-muted text-xs">
          {[item.sku, lotNumber && `Lot ${lotNumber}`, `${sent.toLocaleString()} sent`].filter(Boolean).join(' · ')}
        </span>
      </p>
      <Controller
        control={form.control}
        name={`arrivals.${at}.received`}
        render={({ field, fieldState }) => (
          <NumberField
            {...field}
            label="Received"
            inputMode="numeric"
            error={sentence('Received', fieldState.error?.message)}
          />
        )}
      />
      {isShort(arrival) && (
        <div className="col-span-2 grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-3">
          <SelectField
            label={`The other ${(sent - (arrival.received ?? 0)).toLocaleString()}`}
            required
            {...register(`arrivals.${at}.rest`)}
            error={sentence('The rest', errors?.rest?.message)}
          >
            <option value="">What happened to them?</option>
            {restKinds.map((kind) => (
              <option key={kind} value={kind}>
                {restNames[kind]}
              </option>
            ))}
          </SelectField>
          {rest === 'write_off' && (
            <SelectField
              label="Reason"
              required
              {...register(`arrivals.${at}.reason`)}
              error={sentence('Reason', errors?.reason?.message)}
            >
              <option value="">Choose a reason</option>
              {writeOffReasons.map((one) => (
                <option key={one} value={one}>
                  {stockReasonNames[one]}
                </option>
              ))}
            </SelectField>
          )}
          {rest === 'write_off' && reason === 'other' && (
            <TextField
              label="What happened"
              required
              autoComplete="off"
              {...register(`arrivals.${at}.customReason`)}
              error={sentence('What happened', errors?.customReason?.message)}
            />
          )}
        </div>
      )}
    </li>
  )
}
