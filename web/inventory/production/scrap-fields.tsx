import { type UseFormReturn } from 'react-hook-form'
import type { Production } from '#shared/inventory/production/api.ts'
import { FormTextAreaField } from '#web/forms/form-fields.tsx'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'

export type ProduceValues = {
  locationId: string
  quantity: number | null
  expiryDate: string
  isScrap: boolean
  rejected: number | null
  /** By material, in the order of the bill of materials. */
  wasted: (number | null)[]
  scrapReason: string
  note: string
}
type Materials = Production['materials']

/** The wasted materials, each with the index of its form field. */
export const wastedOf = ({ wasted }: ProduceValues, materials: Materials) =>
  materials.flatMap(({ id }, at) =>
    (wasted[at] ?? 0) === 0 ? [] : [{ itemId: id, quantity: wasted[at] as number, at }],
  )

/** "Takes 20 of film, 30 of glue." */
export function materialUsageText(values: ProduceValues, materials: Materials): string {
  const { quantity, rejected, isScrap } = values
  const pieces = (quantity || 0) + (isScrap ? rejected || 0 : 0)
  if (pieces === 0) return 'Enter a quantity to see material usage.'
  const taken = materials.map(({ name, perPiece }, at) => {
    const waste = isScrap ? values.wasted[at] || 0 : 0
    return `${(perPiece * pieces + waste).toLocaleString()} of ${name}`
  })
  return `Takes ${taken.join(', ')}.`
}

/** The scrapped pieces and materials, and the reason. */
export function ScrapFields({ form, materials }: { form: UseFormReturn<ProduceValues>; materials: Materials }) {
  return (
    <fieldset className="flex flex-col gap-4 border-line border-l-2 pl-4">
      <legend className="sr-only">Scrap</legend>
      <FormNumberField
        control={form.control}
        name="rejected"
        label="Rejected"
        unit="pieces"
        inputMode="numeric"
        help="Units that failed quality and are not stocked."
      />
      {materials.map(({ id, name }, at) => (
        <FormNumberField
          key={id}
          control={form.control}
          name={`wasted.${at}`}
          label={`Wasted: ${name}`}
          unit="pieces"
          inputMode="numeric"
          errorName="Wasted"
        />
      ))}
      <FormTextAreaField
        label="Reason"
        required
        rows={2}
        help="Shown in the run and in the stock history."
        control={form.control}
        name="scrapReason"
      />
    </fieldset>
  )
}
