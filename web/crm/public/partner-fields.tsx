import type { ReactNode } from 'react'
import type { Control, FieldErrors, FieldValues, UseFormRegisterReturn } from 'react-hook-form'
import { partnerStatuses } from '#shared/crm/partners/api.ts'
import { MoreDetails } from '#web/forms/more-details.tsx'
import { sentence } from '#web/forms/field-errors.ts'
import { CoordinateFields } from './coordinate-fields.tsx'
import type { PartnerValues } from './partner-values.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

export const partnerStatusNames = { active: 'Active', inactive: 'Inactive' } as const

type PartnerFieldsProps<Values extends FieldValues> = {
  control: Control<Values>
  register: (name: keyof PartnerValues) => UseFormRegisterReturn
  errors: FieldErrors<PartnerValues>
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
  const { control, register, errors, isEdited, foldedHelp, children, more } = props
  const field = (name: keyof PartnerValues, label: string) => ({
    label,
    autoComplete: 'off',
    ...register(name),
    error: sentence(label, errors[name]?.message),
  })
  return (
    <>
      <TextField required {...field('name', 'Name')} />
      <FieldRow>
        <TextField type="email" {...field('email', 'Email')} />
        <TextField type="tel" {...field('phone', 'Phone')} />
      </FieldRow>
      <MoreDetails help={foldedHelp} startsOpen={isEdited}>
        <div className="flex flex-col gap-4">
          {children}
          <TextAreaField rows={2} {...field('address', 'Address')} />
          <FieldRow>
            <TextField {...field('country', 'Country')} />
            <TextField {...field('taxNumber', 'Tax number')} />
          </FieldRow>
          <CoordinateFields control={control} />
          <FieldRow>
            <TextField help="Separated by commas." {...field('labels', 'Labels')} />
            <SelectField {...field('status', 'Status')}>
              {partnerStatuses.map((status) => (
                <option key={status} value={status}>
                  {partnerStatusNames[status]}
                </option>
              ))}
            </SelectField>
          </FieldRow>
          {more}
          <TextAreaField
            rows={2}
            help="General information. Add dated notes on their page."
            {...field('notes', 'About')}
          />
        </div>
      </MoreDetails>
    </>
  )
}
