import type { ComponentProps } from 'react'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { SelectField, TextAreaField } from '#web/ui/field.tsx'
import { registered } from './form-text-field.tsx'

/* The other text controls, bound to a form. The log-in pages load only the plain text field. */

export { FormTextField } from './form-text-field.tsx'
export const FormTextAreaField = /* @__PURE__ */ registered<ComponentProps<typeof TextAreaField>>(TextAreaField)
export const FormSelectField = /* @__PURE__ */ registered<ComponentProps<typeof SelectField>>(SelectField)
export const FormCheckboxField = /* @__PURE__ */ registered<ComponentProps<typeof CheckboxField>>(CheckboxField)
