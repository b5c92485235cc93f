import { type UseFormReturn, useFormState } from 'react-hook-form'
import { sentence } from '#web/forms/field-errors.ts'
import type { SettingsValues } from '../settings-values.ts'
import { TextAreaField } from '#web/ui/field.tsx'
import { FormSection } from '#web/ui/form-layout.tsx'
import { DocumentPreview } from './document-preview.tsx'

/** The small print of documents, and what an invoice looks like with what is typed. */
export function DocumentsSection({ form }: { form: UseFormReturn<SettingsValues> }) {
  const { errors } = useFormState({ control: form.control })
  return (
    <FormSection title="Documents" help="Below invoices and order confirmations.">
      <TextAreaField
        label="Invoice terms"
        rows={3}
        {...form.register('documents.invoiceTerms')}
        error={sentence('Invoice terms', errors.documents?.invoiceTerms?.message)}
      />
      <TextAreaField
        label="Order confirmation terms"
        rows={3}
        {...form.register('documents.confirmationTerms')}
        error={sentence('Order confirmation terms', errors.documents?.confirmationTerms?.message)}
      />
      <DocumentPreview control={form.control} />
    </FormSection>
  )
}
