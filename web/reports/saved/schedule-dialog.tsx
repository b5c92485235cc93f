import { type FormEvent, useState } from 'react'
import type { SavedReport } from '#shared/reports/saved-api.ts'
import {
  type ReportSchedule,
  reportSchedulesApi,
  scheduleFormats,
  scheduleFrequencies,
} from '#shared/reports/schedules-api.ts'
import { type Colleague, ColleaguesField } from './colleagues-field.tsx'
import { formatNames, frequencyNames, weekdays } from './schedule-labels.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { useCloseGuard } from '#web/ui/close-guard.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

type ScheduleDialogProps = {
  saved: Pick<SavedReport, 'id' | 'name'>
  /** The schedule to edit; undefined adds a new one. */
  schedule?: ReportSchedule | undefined
  close: () => void
}

const addressesIn = (text: string) => text.split(/[\s,;]+/).filter((one) => one !== '')

/** The schedule of a saved report: times, format and recipients. */
export function ScheduleDialog({ saved, schedule, close }: ScheduleDialogProps) {
  const { timeZone } = useSettings()
  const [opened] = useState({
    frequency: schedule?.frequency ?? 'weekly',
    weekday: schedule?.weekday ?? 1,
    monthDay: schedule?.monthDay ?? 1,
    time: schedule?.time ?? '07:00',
    format: schedule?.format ?? 'pdf',
    // Recipients who can't log in any more get no mail, but can still be removed.
    people:
      schedule?.recipients.flatMap(({ userId, name }): Colleague[] => (userId ? [{ id: userId, name }] : [])) ?? [],
    addresses: schedule?.recipients.flatMap(({ userId, name }) => (userId ? [] : [name])).join(', ') ?? '',
  })
  const [form, setForm] = useState(opened)
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change })
  const done = { errors: 'page', onSuccess: close } as const
  const create = useApiMutation(reportSchedulesApi.createSchedule, {
    ...done,
    successMessage: () => 'Schedule added',
  })
  const update = useApiMutation(reportSchedulesApi.updateSchedule, {
    ...done,
    successMessage: () => 'Schedule saved',
  })
  const error = schedule ? update.error : create.error
  const busy = create.isPending || update.isPending
  const wrongAddress = Object.entries(error?.fields ?? {}).find(([field]) => field.startsWith('emails'))?.[1]
  const shown = error?.fields ?? {}
  function submit(event: FormEvent) {
    event.preventDefault()
    const { addresses, people, weekday, monthDay, ...rest } = form
    const body = {
      ...rest,
      userIds: people.map(({ id }) => id),
      emails: addressesIn(addresses),
      ...(form.frequency === 'weekly' && { weekday }),
      ...(form.frequency === 'monthly' && { monthDay }),
    }
    if (schedule) update.submit({ params: { id: schedule.id }, version: schedule.version, body })
    else create.submit({ params: { id: saved.id }, body })
  }
  const guard = useCloseGuard(JSON.stringify(form) !== JSON.stringify(opened), close)
  return (
    <>
      <Dialog
        open
        title={schedule ? `Change the schedule of ${saved.name}` : `Schedule ${saved.name}`}
        onOpenChange={(open) => !busy && guard.onOpenChange(open)}
      >
        <form noValidate onSubmit={submit}>
          <DialogBody>
            {error && Object.keys(shown).length === 0 && <Notice tone="bad">{error.message}</Notice>}
            <FieldRow>
              <SelectField
                label="How often"
                value={form.frequency}
                onChange={(event) => set({ frequency: event.target.value as typeof form.frequency })}
              >
                {scheduleFrequencies.map((one) => (
                  <option key={one} value={one}>
                    {frequencyNames[one]}
                  </option>
                ))}
              </SelectField>
              {form.frequency === 'weekly' && (
                <SelectField
                  label="Day"
                  value={form.weekday}
                  onChange={(event) => set({ weekday: Number(event.target.value) })}
                >
                  {weekdays.map((name, at) => (
                    <option key={name} value={at + 1}>
                      {name}
                    </option>
                  ))}
                </SelectField>
              )}
              {form.frequency === 'monthly' && (
                <SelectField
                  label="Day of the month"
                  value={form.monthDay}
                  onChange={(event) => set({ monthDay: Number(event.target.value) })}
                >
                  {Array.from({ length: 31 }, (_, at) => (
                    <option key={at} value={at + 1}>
                      {at === 30 ? 'Last day' : at + 1}
                    </option>
                  ))}
                </SelectField>
              )}
            </FieldRow>
            <FieldRow>
              <TextField
                label="Time"
                type="time"
                step={300}
                required
                help={timeZone}
                value={form.time}
                onChange={(event) => set({ time: event.target.value })}
                error={sentence('Time', shown['time'])}
              />
              <SelectField
                label="Attachment"
                value={form.format}
                onChange={(event) => set({ format: event.target.value as typeof form.format })}
              >
                {scheduleFormats.map((one) => (
                  <option key={one} value={one}>
                    {formatNames[one]}
                  </option>
                ))}
              </SelectField>
            </FieldRow>
            <ColleaguesField chosen={form.people} onChange={(people) => set({ people })} />
            <TextAreaField
              label="Email addresses"
              rows={2}
              help="Separated by commas. Everyone gets the figures that you can see, and can unsubscribe."
              value={form.addresses}
              onChange={(event) => set({ addresses: event.target.value })}
              error={
                wrongAddress ? `An address ${wrongAddress}` : shown['userIds'] && `The schedule ${shown['userIds']}`
              }
            />
          </DialogBody>
          <DialogFooter>
            <Button onMouseDown={keepFocus} onClick={() => guard.onOpenChange(false)}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={busy}>
              {schedule ? 'Save schedule' : 'Add schedule'}
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
      {guard.question}
    </>
  )
}
