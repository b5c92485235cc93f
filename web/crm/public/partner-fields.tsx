import type { ReactNode } from 'react'
import type { Control, FieldValues, Path } from 'react-hook-form'
import { partnerStatuses } from '#shared/crm/partners/api.ts'
import { FormSelectField, FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { MoreDetails } from '#web/forms/more-details.tsx'
import { CoordinateFields } from './coordinate-fields.tsx'
import type { PartnerValues } from './partner-values.ts'
import { FieldRow } from '#web/ui/form-layout.tsx'

export const partnerStatusNames = { active: 'Active', inactive: 'Inactive' } as const

type PartnerFieldsProps<Values extends FieldValues> = {
  control: Control<Values>
  /** When editing, all fields are shown. */
  isEdited: boolean
  /** The help text of the collapsed fields of a new one. */
  foldedHelp: string
  /** Fields of only one kind of partner, first in the collapsed part. */
  children?: ReactNode
  /** Fields of only one kind of partner, in the collapsed part before the notes. */
  more?: ReactNode
}

/** The fields that customers and suppliers share. Autocomplete is off: the address is not the user's own. */
export function PartnerFields<Values extends FieldValues>(props: PartnerFieldsProps<Values>) {
  const { control, isEdited, foldedHelp, children, more } = props
  const field = (name: keyof PartnerValues, label: string) => ({
    label,
    autoComplete: 'off',
    control,
    name: name as Path<Values>,
  })
  return (
    <>
      <FormTextField required {...field('name', 'Name')} />
      <FieldRow>
        <FormTextField type="email" {...field('email', 'Email')} />
        <FormTextField type="tel" {...field('phone', 'Phone')} />
      </FieldRow>
      <MoreDetails help={foldedHelp} startsOpen={isEdited}>
        <div className="flex flex-col gap-4">
          {children}
          <FormTextAreaField rows={2} {...field('address', 'Address')} />
          <FieldRow>
            <FormTextField {...field('country', 'Country')} />
            <FormTextField {...field('taxNumber', 'Tax number')} />
          </FieldRow>
          <CoordinateFields control={control} />
          <FieldRow>
            <FormTextField help="Separated by commas." {...field('labels', 'Labels')} />
            <FormSelectField {...field('status', 'Status')}>
              {partnerStatuses.map((status) => (
                <option key={status} value={status}>
                  {partnerStatusNames[status]}
                </option>
              ))}
            </FormSelectField>
          </FieldRow>
          {more}
          <FormTextAreaField
            rows={2}
            help="General information. Add dated notes on their page."
            {...field('notes', 'About')}
          />
        </div>
      </MoreDetails>
    </>
  )
}
