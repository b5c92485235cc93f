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
  /** One that is there already shows all of it. */
  isEdited: boolean
  /** What is folded away of a new one. */
  foldedHelp: string
  /** What only one kind of partner has; it comes first of what is folded. */
  children?: ReactNode
  /** The same, after all that they share but the text about them. */
  more?: ReactNode
}

/** The fields that customers and suppliers share. It is somebody else's address: the browser fills in nothing. */
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
