import { type UseFormReturn } from 'react-hook-form'
import { FormTextAreaField } from '#web/forms/form-fields.tsx'
import type { SettingsValues } from '../settings-values.ts'
import { FormSection } from '#web/ui/form-layout.tsx'
import { DocumentPreview } from './document-preview.tsx'

/** The texts on documents, with a preview of an invoice. */
export function DocumentsSection({ form }: { form: UseFormReturn<SettingsValues> }) {
  return (
    <FormSection title="Documents" help="Below invoices and order confirmations.">
      <FormTextAreaField label="Invoice terms" rows={3} control={form.control} name="documents.invoiceTerms" />
      <FormTextAreaField
        label="Order confirmation terms"
        rows={3}
        control={form.control}
        name="documents.confirmationTerms"
      />
      <DocumentPreview control={form.control} />
    </FormSection>
  )
}
