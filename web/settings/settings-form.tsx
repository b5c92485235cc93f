import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Settings } from '#shared/settings/api.ts'
import { sentence } from '#web/api/field-errors.ts'
import { useLeaveGuard } from '#web/session/leave-guard.tsx'
import { companyLabels } from '#web/settings/company-labels.ts'
import { useSaveSettings } from '#web/settings/save-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { FieldRow, FormSection, SaveBar } from '#web/ui/form-layout.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

const schema = Settings.pick({ lowStockThreshold: true, company: true })
const controls = {
  website: { type: 'url', inputMode: 'url', autoComplete: 'url' },
  contactEmail: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
} as const

type CompanyField = keyof typeof companyLabels

const formValues = ({ lowStockThreshold, company }: Settings) => ({
  lowStockThreshold,
  company: Object.fromEntries(
    Object.keys(companyLabels).map((name) => [name, company[name as CompanyField] ?? '']),
  ) as Record<CompanyField, string>,
})

/** The company settings as an administrator changes them. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const save = useSaveSettings()
  const form = useForm({ resolver: zodResolver(schema), mode: 'onTouched', defaultValues: formValues(settings) })
  const { errors, isDirty, dirtyFields } = form.formState
  // What another administrator saves meanwhile shows up, but never over what is being typed.
  const follow = useEffectEvent((saved: Settings) => {
    if (!isDirty) form.reset(formValues(saved))
  })
  useEffect(() => follow(settings), [settings])
  const question = useLeaveGuard(isDirty)
  const text = (name: CompanyField) => ({
    label: companyLabels[name],
    ...form.register(`company.${name}`),
    error: sentence(companyLabels[name], errors.company?.[name]?.message),
  })
  const submit = (typed: z.output<typeof schema>) => {
    const changed = Object.keys(dirtyFields.company ?? {}).map((name) => [name, typed.company[name as CompanyField]])
    const next = {
      ...settings,
      ...(dirtyFields.lowStockThreshold && { lowStockThreshold: typed.lowStockThreshold }),
      company: { ...settings.company, ...Object.fromEntries(changed) },
    }
    save.mutate(next, {
      onSuccess: () => form.reset(formValues(next)),
      onError: () => form.reset(formValues(settings)),
    })
  }
  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      <Card>
        <div className="flex flex-col gap-6">
          <FormSection title="Company" help="Shown at the foot of every page and on documents.">
            <TextField required autoComplete="organization" {...text('name')} />
            <TextField {...text('headquarters')} />
            <FieldRow>
              <TextField {...controls.website} {...text('website')} />
              <TextField {...controls.contactEmail} {...text('contactEmail')} />
            </FieldRow>
            <TextField {...controls.phone} {...text('phone')} />
            <TextAreaField autoComplete="street-address" {...text('address')} />
          </FormSection>
          <FormSection title="Stock">
            <Controller
              control={form.control}
              name="lowStockThreshold"
              render={({ field, fieldState }) => (
                <NumberField
                  label="Low stock threshold"
                  help="A product counts as low when this many pieces or fewer are left."
                  unit="pieces"
                  className="max-w-60"
                  {...field}
                  value={field.value ?? null}
                  error={sentence('Low stock threshold', fieldState.error?.message)}
                />
              )}
            />
          </FormSection>
        </div>
      </Card>
      <SaveBar note={isDirty ? 'Unsaved changes' : undefined}>
        <Button disabled={!isDirty} onClick={() => form.reset()}>
          Discard
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save settings
        </Button>
      </SaveBar>
      {question}
    </form>
  )
}
