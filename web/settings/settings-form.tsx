import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Settings } from '#shared/settings/api.ts'
import { numberSeries, numberSeriesNames } from '#shared/settings/numbering.ts'
import { formatPercent } from '#shared/format-percent.ts'
import { bodyResolver } from '#web/forms/body-resolver.ts'
import { ConflictDialog } from '#web/forms/conflict-dialog.tsx'
import { useDiscard } from '#web/forms/discard.tsx'
import { showFieldErrors } from '#web/forms/field-errors.ts'
import { focusFirstInvalid } from '#web/forms/focus-invalid.ts'
import { changesBetween } from '#web/forms/latest-record.ts'
import { mergeEdits } from '#web/forms/merge-edits.ts'
import { ProblemSummary } from '#web/forms/problem-summary.tsx'
import { UpdatedElsewhere } from '#web/forms/updated-elsewhere.tsx'
import { useLeaveGuard } from '#web/session/leave-guard.tsx'
import { companyLabels } from './company-labels.ts'
import { DocumentsSection } from './documents/documents-section.tsx'
import { LogoCard } from './documents/logo-card.tsx'
import { useSaveSettings } from './save-settings.ts'
import { NumberingSection } from './numbering-section.tsx'
import { PurchasingSection } from './purchasing-section.tsx'
import { CompanySection, RegionSection, SecuritySection, StockSection } from './settings-sections.tsx'
import { RemindersSection } from './reminders-section.tsx'
import { ShippingSection } from './shipping-section.tsx'
import { TaxSection } from './tax-section.tsx'
import { type SettingsValues, settingsValues, withTyped } from './settings-values.ts'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SaveBar } from '#web/ui/form-layout.tsx'

/** Flattens the settings to one level of fields. */
const flat = ({
  company,
  documents,
  inventory,
  purchasing,
  logistics: { proof, ...logistics },
  posting,
  security,
  numbering,
  tax,
  reminders,
  ...rest
}: Settings) => ({
  ...Object.fromEntries(
    Object.entries(company).map(([name, value]) => [companyLabels[name as keyof typeof company], value]),
  ),
  ...rest,
  ...documents,
  ...inventory,
  ...purchasing,
  ...logistics,
  ...proof,
  ...posting,
  ...security,
  ...Object.fromEntries(numberSeriesNames.map((series) => [`${numberSeries[series].one} prefix`, numbering[series]])),
  taxes: tax.rates.map(({ name, kind, percent }) => `${name} (${formatPercent(percent)}, ${kind})`).join(', '),
  taxOfNewLines: tax.defaultRate,
  remindsByItself: reminders.automatic,
  remindsAfterDays: `${reminders.firstDays}, ${reminders.secondDays}, ${reminders.thirdDays}`,
})

/** The sections of one part. */
function Part({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div id={id} className="scroll-mt-20">
      <Card>
        <div className="flex flex-col gap-6">{children}</div>
      </Card>
    </div>
  )
}

type Props = { settings: Settings; isCurrencyFixed: boolean }

/** The form of the company settings, for administrators. */
export function SettingsForm({ settings, isCurrencyFixed }: Props) {
  const save = useSaveSettings()
  const form = useForm<SettingsValues>({
    resolver: bodyResolver({ schema: Settings }),
    mode: 'onTouched',
    defaultValues: settingsValues(settings),
  })
  const { isDirty, dirtyFields } = form.formState
  // Shows another administrator's changes, but never overwrites the user's input.
  const follow = useEffectEvent((saved: Settings) => {
    if (!isDirty) form.reset(settingsValues(saved))
  })
  useEffect(() => follow(settings), [settings])
  // The settings as the form was opened, or as of the last change by others that was shown.
  const [known, setKnown] = useState(settings)
  const [isConfirming, setConfirming] = useState(false)
  const isCompared = isDirty && !save.isPending
  const { both } = mergeEdits<object>(flat(known), isCompared ? flat(form.getValues()) : flat(known), flat(settings))
  const changes = isCompared ? changesBetween('settings', flat(known), flat(settings), { both }) : []
  if (!isDirty && known !== settings) setKnown(settings)
  const question = useLeaveGuard(isDirty)
  const discard = useDiscard(form, () => form.reset())
  const submit = (typed: SettingsValues) => {
    save.mutate((saved) => withTyped(saved, Settings.parse(typed), dirtyFields), {
      onSuccess: ({ data }) => form.reset(settingsValues(data)),
      // Version conflicts and field errors are shown beside the input; other errors reset the form.
      onError: (error) => {
        const isShown = showFieldErrors(error, typed, form.setError)
        if (!isShown && error.code !== 'VERSION_CONFLICT') form.reset(settingsValues(settings))
      },
    })
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.handleSubmit(submit, focusFirstInvalid)}>
      {changes.length > 0 && (
        <UpdatedElsewhere what="the settings" onKeep={() => setKnown(settings)} onShow={() => setConfirming(true)} />
      )}
      <ProblemSummary control={form.control} />
      <Part>
        <CompanySection form={form} />
      </Part>
      <div id="documents" className="flex scroll-mt-20 flex-col gap-4">
        <div id="logo" className="scroll-mt-20">
          <LogoCard />
        </div>
        <Part>
          <DocumentsSection form={form} />
        </Part>
      </div>
      <Part id="numbering">
        <NumberingSection form={form} saved={settings} />
      </Part>
      <Part id="money">
        <RegionSection form={form} saved={settings} isCurrencyFixed={isCurrencyFixed} />
        <TaxSection form={form} />
        <RemindersSection form={form} />
      </Part>
      <Part id="stock">
        <StockSection form={form} />
        <PurchasingSection form={form} saved={settings} />
      </Part>
      <Part id="shipping">
        <ShippingSection form={form} />
      </Part>
      <Part id="security">
        <SecuritySection form={form} />
      </Part>
      <SaveBar note={isDirty ? 'Unsaved changes' : undefined}>
        <Button disabled={!isDirty} onMouseDown={keepFocus} onClick={discard.confirm}>
          Discard
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save settings
        </Button>
      </SaveBar>
      {question}
      {discard.question}
      <ConflictDialog
        open={isConfirming}
        what="settings"
        title="The settings were changed by someone else"
        changes={changes}
        onReload={() => {
          setConfirming(false)
          form.reset(settingsValues(settings))
        }}
        onOverwrite={() => {
          setConfirming(false)
          void form.handleSubmit(submit)()
        }}
        onClose={() => setConfirming(false)}
      />
    </form>
  )
}
