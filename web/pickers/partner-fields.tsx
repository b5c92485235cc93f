import type { ReactNode } from 'react'
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { partnerStatuses } from '#shared/crm/api.ts'
import { sentence } from '#web/api/field-errors.ts'
import type { PartnerValues } from '#web/pickers/partner-values.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

export const partnerStatusNames = { active: 'Active', inactive: 'Inactive' } as const

type PartnerFieldsProps = {
  register: (name: keyof PartnerValues) => UseFormRegisterReturn
  errors: FieldErrors<PartnerValues>
  /** What only one kind of partner has; it follows the name. */
  children?: ReactNode
}

/** The fields that customers and suppliers share. It is somebody else's address: the browser fills in nothing. */
export function PartnerFields({ register, errors, children }: PartnerFieldsProps) {
  const field = (name: keyof PartnerValues, label: string) => ({
    label,
    autoComplete: 'off',
    ...register(name),
    error: sentence(label, errors[name]?.message),
  })
  return (
    <>
      <TextField required {...field('name', 'Name')} />
      {children}
      <FieldRow>
        <TextField type="email" {...field('email', 'Email')} />
        <TextField type="tel" {...field('phone', 'Phone')} />
      </FieldRow>
      <TextAreaField rows={2} {...field('address', 'Address')} />
      <FieldRow>
        <TextField {...field('country', 'Country')} />
        <SelectField {...field('status', 'Status')}>
          {partnerStatuses.map((status) => (
            <option key={status} value={status}>
              {partnerStatusNames[status]}
            </option>
          ))}
        </SelectField>
      </FieldRow>
      <TextField help="Parted by commas." {...field('labels', 'Labels')} />
      <TextAreaField rows={2} {...field('notes', 'Notes')} />
    </>
  )
}
