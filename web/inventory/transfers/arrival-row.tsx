import type { UseFormReturn } from 'react-hook-form'
import { restKinds, restNames, writeOffReasons } from '#shared/inventory/stock/stock-document.ts'
import { stockReasonNames } from '#shared/inventory/stock/stock-reasons.ts'
import { FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'
import { type ArrivalValues, isShort, type ReceiveValues } from './receive-values.ts'

type ArrivalRowProps = { form: UseFormReturn<ReceiveValues>; at: number; arrival: ArrivalValues }

/** One lot that was sent: how much of it arrived, and what happens to the rest. */
export function ArrivalRow({ form, at, arrival }: ArrivalRowProps) {
  const { item, lotNumber, sent, rest, reason } = arrival
  const { control } = form
  const missing = (sent - (arrival.received ?? 0)).toLocaleString()
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
      <FormNumberField control={control} name={`arrivals.${at}.received`} label="Received" inputMode="numeric" />
      {isShort(arrival) && (
        <div className="col-span-2 grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-3">
          <FormSelectField
            control={control}
            name={`arrivals.${at}.rest`}
            label={`The other ${missing}`}
            errorName={`What happened to the other ${missing}`}
            required
          >
            <option value="">What happened to them?</option>
            {restKinds.map((kind) => (
              <option key={kind} value={kind}>
                {restNames[kind]}
              </option>
            ))}
          </FormSelectField>
          {rest === 'write_off' && (
            <FormSelectField control={control} name={`arrivals.${at}.reason`} label="Reason" required>
              <option value="">Choose a reason</option>
              {writeOffReasons.map((one) => (
                <option key={one} value={one}>
                  {stockReasonNames[one]}
                </option>
              ))}
            </FormSelectField>
          )}
          {rest === 'write_off' && reason === 'other' && (
            <FormTextField
              control={control}
              name={`arrivals.${at}.customReason`}
              label="What happened"
              required
              autoComplete="off"
            />
          )}
        </div>
      )}
    </li>
  )
}
