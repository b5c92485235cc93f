import { useEffect, useEffectEvent } from 'react'
import { useForm } from 'react-hook-form'
import { Settings } from '#shared/settings/api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { useLeaveGuard } from '#web/session/leave-guard.tsx'
import { useSaveSettings } from '#web/settings/save-settings.ts'
import { CompanySection, RegionSection, SecuritySection, StockSection } from '#web/settings/settings-sections.tsx'
import { type SettingsValues, settingsValues, withTyped } from '#web/settings/settings-values.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SaveBar } from '#web/ui/form-layout.tsx'

/** The company settings as an administrator changes them. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const save = useSaveSettings()
  const form = useForm<SettingsValues>({
    resolver: bodyResolver({ schema: Settings }),
    mode: 'onTouched',
    defaultValues: settingsValues(settings),
  })
  const { isDirty, dirtyFields } = form.formState
  // What another administrator saves meanwhile shows up, but never over what is being typed.
  const follow = useEffectEvent((saved: Settings) => {
    if (!isDirty) form.reset(settingsValues(saved))
  })
  useEffect(() => follow(settings), [settings])
  const question = useLeaveGuard(isDirty)
  const submit = (typed: SettingsValues) => {
    const next = withTyped(settings, Settings.parse(typed), dirtyFields)
    save.mutate(next, {
      onSuccess: () => form.reset(settingsValues(next)),
      onError: () => form.reset(settingsValues(settings)),
    })
  }
  return (
    <form noValidate onSubmit={form.handleSubmit(submit)}>
      <Card>
        <div className="flex flex-col gap-6">
          <CompanySection form={form} />
          <RegionSection form={form} standing={settings} />
          <StockSection form={form} />
          <SecuritySection form={form} />
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
