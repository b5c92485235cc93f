import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { addDays } from '#shared/dates.ts'
import { renderSms, renderTemplate, templateFields, type TemplateValues } from '#shared/retention/template-fields.ts'
import { type Template, TemplateInput, templatesApi } from '#shared/retention/templates-api.ts'
import { FormTextAreaField, FormTextField } from '#web/forms/form-fields.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { focusFirstInvalid } from '#web/forms/focus-invalid.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { RefusalNotice } from '#web/forms/refusal-notice.tsx'
import { useLeaveGuard } from '#web/session/leave-guard.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { useToday } from '#web/session/today.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDay } from '#shared/format-day.ts'
import { useFollowSaved } from './follow-saved.tsx'
import { MessagePreview } from './message-preview.tsx'
import { TestDialog } from './test-dialog.tsx'

const exampleDays = 75

/** The example customer of previews; test messages use the same. */
function useExample(): TemplateValues {
  const { company } = useSettings()
  const day = addDays(useToday(), -exampleDays)
  return {
    customer: 'St. Mary Hospital',
    company: company.name,
    lastOrder: formatDay(day),
    daysSince: String(exampleDays),
    usualItems: '40 × Nitrile gloves M and 10 × Gauze swabs 10 × 10 cm',
    phone: company.phone,
  }
}

const savedOf = ({ subject, body, version }: Template) => ({ values: { subject, body }, version })

/** Edits a template, with a live preview. */
export function TemplateForm({ template, reload }: { template: Template; reload: () => Promise<unknown> }) {
  const { channel, subject, body } = template
  const mayEdit = useCan('retention.edit')
  const [testing, setTesting] = useState(false)
  const form = useForm({
    resolver: bodyResolver<{ subject: string; body: string }>({ schema: TemplateInput }),
    mode: 'onTouched',
    defaultValues: { subject, body },
  })
  const refusal = useFormRefusal(form)
  const { isDirty } = form.formState
  const question = useLeaveGuard(isDirty, ['tab', 'template'])
  const save = useApiMutation(templatesApi.updateTemplate, {
    successMessage: () => 'Template saved',
    onSuccess: (saved) => followed.setSaved(savedOf(saved)),
    onError: refusal.onError,
    errors: 'page',
  })
  const submit = (over?: number) =>
    form.handleSubmit((values) => {
      refusal.clear()
      save.submit({ params: { id: template.id }, body: values, version: over ?? followed.version })
    }, focusFirstInvalid)
  const followed = useFollowSaved({
    form,
    refusal,
    what: 'template',
    saved: savedOf(template),
    isSaving: save.isPending,
    onOverwrite: (over) => void submit(over)(),
    reload,
  })
  const typed = useWatch({ control: form.control }) as { subject: string; body: string }
  const example = useExample()
  const preview =
    channel === 'SMS'
      ? { subject: null, message: renderSms(typed.body, example) }
      : { subject: renderTemplate(typed.subject, example), message: renderTemplate(typed.body, example) }
  return (
    <div className="grid grid-cols-2 items-start gap-6 max-lg:grid-cols-1">
      <form noValidate className="flex flex-col gap-4" onSubmit={submit()}>
        {followed.notice}
        <RefusalNotice problem={refusal.problem} />
        {channel === 'Email' && (
          <FormTextField label="Subject" required readOnly={!mayEdit} control={form.control} name="subject" />
        )}
        <FormTextAreaField
          label="Text"
          required
          rows={channel === 'Email' ? 12 : 5}
          readOnly={!mayEdit}
          help={
            channel === 'Email'
              ? 'The unsubscribe link is added below.'
              : 'STOP opt-out instructions are added if missing.'
          }
          control={form.control}
          name="body"
        />
        {mayEdit && (
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setTesting(true)}>Send test</Button>
            <Button type="submit" variant="primary" disabled={!isDirty} busy={save.isPending}>
              Save template
            </Button>
          </div>
        )}
      </form>
      <div className="flex min-w-0 flex-col gap-4">
        <h3 className="font-semibold">Preview</h3>
        <MessagePreview channel={channel} {...preview} />
        <h3 className="font-semibold">Fields</h3>
        <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 text-table">
          {Object.entries(templateFields).map(([name, meaning]) => (
            <div key={name} className="contents">
              <dt className="font-mono">{`{${name}}`}</dt>
              <dd className="text-secondary">{meaning}</dd>
            </div>
          ))}
        </dl>
        <p className="text-pretty text-muted text-xs">Lines with a field that is empty for a customer are left out.</p>
      </div>
      {question}
      {followed.dialog}
      {testing && <TestDialog template={template} text={typed} close={() => setTesting(false)} />}
    </div>
  )
}
