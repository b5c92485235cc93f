import { useFieldArray, type UseFormReturn, useWatch } from 'react-hook-form'
import type { Product } from '#shared/inventory/stock/product.ts'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'
import { type AuditPlace, type AuditValues, expectedWords, totalOfPlaces } from './audit-values.ts'
import { LocationPicker } from '#web/inventory/public/location-picker.tsx'

type AuditCountsProps = { form: UseFormReturn<AuditValues>; product: Product }

/** The counted quantities, in total or by location and lot, and how much is reserved. */
export function AuditCounts({ form, product }: AuditCountsProps) {
  const { control } = form
  const { fields, append } = useFieldArray({ control, name: 'places' })
  const places = useWatch({ control, name: 'places' })
  const isOne = fields.length === 1
  const total = totalOfPlaces(places)
  const expected = places.reduce((sum, place) => sum + place.expected, 0)
  return (
    <>
      {fields.length === 0 && (
        <p className="text-pretty text-secondary">No stock expected. If you found some, add it with its lot number.</p>
      )}
      <div className="flex flex-col gap-3">
        {fields.map((field, at) => (
          <PlaceField key={field.id} form={form} place={field} at={at} isOne={isOne} />
        ))}
        {!isOne && fields.length > 0 && (
          <p className="figures flex flex-wrap justify-between gap-x-4 border-line border-t pt-3 font-medium">
            <span>Total quantity</span>
            <span role="status" className="flex flex-wrap gap-x-2">
              <span>{total === undefined || Number.isNaN(total) ? 'to be counted' : total.toLocaleString()}</span>{' '}
              <span className="font-normal text-muted">of {expected.toLocaleString()} expected</span>
            </span>
          </p>
        )}
      </div>
      {!product.lotControlled && (
        <LocationPicker
          label="Found at another location"
          placeholder="Add a location…"
          value={null}
          onChange={(option) => {
            if (!option || places.some((place) => place.locationId === option.id)) return
            append({
              locationId: option.id,
              lotId: product.id,
              location: option.label,
              lot: null,
              expected: 0,
              inTransit: 0,
              quantity: null,
            })
          }}
        />
      )}
      <FormNumberField
        control={control}
        name="committedQuantity"
        label="Committed quantity"
        required
        unit="pieces"
        inputMode="numeric"
        help="Quantity reserved for open documents. If it is lower, you choose the orders to release."
      />
    </>
  )
}

type PlaceFieldProps = { form: UseFormReturn<AuditValues>; place: AuditPlace; at: number; isOne: boolean }

function PlaceField({ form, place, at, isOne }: PlaceFieldProps) {
  const where = place.lot === null ? place.location : `${place.location}, lot ${place.lot}`
  const label = isOne ? 'Total quantity' : where
  return (
    <FormNumberField
      control={form.control}
      name={`places.${at}.quantity`}
      label={label}
      required
      unit="pieces"
      inputMode="numeric"
      help={expectedWords(place, isOne ? where : null)}
    />
  )
}
