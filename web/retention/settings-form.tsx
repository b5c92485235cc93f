import { type FieldPath, useForm, type UseFormReturn } from 'react-hook-form'
import {
  type ChannelChoice,
  channelChoices,
  maxSteps,
  RetentionSettings,
  retentionSettingsApi,
} from '#shared/retention/settings-api.ts'
import { FormCheckboxField, FormSelectField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormNumberField } from '#web/forms/form-value-fields.tsx'
import { useApiMutation } from '#web/api/mutation.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { focusFirstInvalid } from '#web/forms/focus-invalid.ts'
import { useFormRefusal } from '#web/forms/form-refusal.ts'
import { ProblemSummary } from '#web/forms/problem-summary.tsx'
import { RefusalNotice } from '#web/forms/refusal-notice.tsx'
import { useLeaveGuard } from '#web/session/leave-guard.tsx'
import { useCan } from '#web/session/session.ts'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FieldRow, FormSection, SaveBar } from '#web/ui/form-layout.tsx'
import { useFollowSaved } from './follow-saved.tsx'

const channelNames: Record<ChannelChoice, string> = {
  emailFirst: 'Email, or SMS where there is no address',
  Email: 'Email only',
  SMS: 'SMS only',
}

type Props = { settings: RetentionSettings; version: number; reload: () => Promise<unknown> }

/** The settings; read-only without edit rights. */
export function SettingsForm({ settings, version, reload }: Props) {
  const mayEdit = useCan('retention.edit')
  const form = useForm<RetentionSettings>({
    resolver: bodyResolver({ schema: RetentionSettings }),
    mode: 'onTouched',
    defaultValues: settings,
  })
  const refusal = useFormRefusal(form)
  const { isDirty } = form.formState
  const question = useLeaveGuard(isDirty)
  const save = useApiMutation(retentionSettingsApi.putRetentionSettings, {
    successMessage: () => 'Settings saved',
    onSuccess: (saved) => followed.setSaved({ values: saved.data, version: saved.version }),
    onError: refusal.onError,
    errors: 'page',
  })
  const submit = (over?: number) =>
    form.handleSubmit((body) => {
      refusal.clear()
      save.submit({ body, version: over ?? followed.version })
    }, focusFirstInvalid)
  const followed = useFollowSaved({
    form,
    refusal,
    what: 'settings',
    saved: { values: settings, version },
    isSaving: save.isPending,
    onOverwrite: (over) => void submit(over)(),
    reload,
  })
  const number = { form, disabled: !mayEdit }
  return (
    <form noValidate className="flex w-full max-w-180 flex-col gap-4" onSubmit={submit()}>
      {followed.notice}
      <RefusalNotice problem={refusal.problem} />
      <ProblemSummary control={form.control} />
      <Card>
        <fieldset disabled={!mayEdit} className="flex flex-col gap-6">
          <FormSection title="Who">
            <FieldRow>
              <Days {...number} name="inactivityDays" label="Inactivity threshold" unit="days" />
              <Days {...number} name="holdOutPercent" label="Held out for comparison" unit="%" />
            </FieldRow>
            <FormCheckboxField
              label="Also customers who are late by their own rhythm"
              help="The usual time between two orders of a product, for customers with at least 4 orders of it."
              control={form.control}
              name="rhythm"
            />
            <Days {...number} name="rhythmGraceDays" label="Late by" unit="days" />
          </FormSection>
          <FormSection title="When">
            <FormCheckboxField
              label="Send automatically"
              help="Every hour, to candidates who are not excluded. Otherwise only by Run now."
              control={form.control}
              name="automatic"
            />
            <FieldRow>
              <FormTextField
                label="Quiet from"
                type="time"
                help="In the customer’s local time."
                control={form.control}
                name="quietFrom"
              />
              <FormTextField
                label="Quiet until"
                type="time"
                help="Use the same time for both to turn quiet hours off."
                control={form.control}
                name="quietTo"
              />
            </FieldRow>
            <FieldRow>
              <Days {...number} name="maxPer30Days" label="Message limit in 30 days" unit="a customer" />
              <FormSelectField label="Type" control={form.control} name="channel">
                {channelChoices.map((choice) => (
                  <option key={choice} value={choice}>
                    {channelNames[choice]}
                  </option>
                ))}
              </FormSelectField>
            </FieldRow>
            <FieldRow>
              <Days
                {...number}
                name="steps"
                label="Messages per inactive period"
                unit={`of ${maxSteps}`}
                help="A new order begins a new period."
              />
              <Days {...number} name="stepDays" label="Next message after" unit="days" />
            </FieldRow>
          </FormSection>
          <FormSection title="Log">
            <Days
              {...number}
              name="logRetentionDays"
              label="Log retention period"
              unit="days"
              help="Older messages are removed every night."
            />
          </FormSection>
        </fieldset>
      </Card>
      {mayEdit && (
        <SaveBar note={isDirty ? 'Unsaved changes' : undefined}>
          <Button disabled={!isDirty} onMouseDown={keepFocus} onClick={() => form.reset()}>
            Discard
          </Button>
          <Button type="submit" variant="primary" disabled={!isDirty} busy={save.isPending}>
            Save
          </Button>
        </SaveBar>
      )}
      {question}
      {followed.dialog}
    </form>
  )
}

type NumberName = Extract<
  FieldPath<RetentionSettings>,
  'inactivityDays' | 'logRetentionDays' | 'rhythmGraceDays' | 'maxPer30Days' | 'holdOutPercent' | 'steps' | 'stepDays'
>
type DaysProps = {
  form: UseFormReturn<RetentionSettings>
  name: NumberName
  label: string
  unit: string
  help?: string
  disabled: boolean
}

function Days({ form, name, label, ...field }: DaysProps) {
  return <FormNumberField control={form.control} name={name} label={label} {...field} />
}
