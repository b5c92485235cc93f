import { useState } from 'react'
import { type Digest, type NotificationSettings, notificationsApi } from '#shared/notifications/api.ts'
import { notificationKinds } from '#shared/notifications/kinds.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/choice-field.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const digestLabels: Record<Digest, string> = {
  none: 'Never',
  daily: 'Every day at 7:00',
  weekly: 'On Mondays at 7:00',
}

/** Which notifications the user gets, and whether unread ones are mailed too. */
export function NotificationSettingsDialog({ close }: { close: () => void }) {
  const { data, error, refetch, isFetching } = useApiQuery(notificationsApi.getSettings, {}, { untold: true })
  return (
    <Dialog open onOpenChange={close} title="Notification settings">
      {data ? (
        <Choices settings={data} close={close} />
      ) : (
        <DialogBody>
          {error ? (
            <ErrorState
              what="Notification settings"
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <Skeleton className="h-60" />
          )}
        </DialogBody>
      )}
    </Dialog>
  )
}

function Choices({ settings, close }: { settings: NotificationSettings; close: () => void }) {
  const [muted, setMuted] = useState<ReadonlySet<string>>(() => new Set(settings.muted))
  const [digest, setDigest] = useState(settings.digest)
  const save = useApiMutation(notificationsApi.putSettings, {
    errors: 'page',
    successMessage: () => 'Notification settings saved',
    onSuccess: close,
  })
  const toggle = (kind: string) => {
    const next = new Set(muted)
    if (!next.delete(kind)) next.add(kind)
    setMuted(next)
  }
  return (
    <>
      <DialogBody>
        {save.error && <Notice tone="bad">{save.error.message}</Notice>}
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-medium text-sm">Notify me about</legend>
          <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
            {settings.kinds.map((kind) => (
              <CheckboxField
                key={kind}
                label={notificationKinds[kind].label}
                checked={!muted.has(kind)}
                onChange={() => toggle(kind)}
              />
            ))}
          </div>
        </fieldset>
        <SelectField
          label="Email unread notifications"
          value={digest}
          onChange={(event) => setDigest(event.target.value as Digest)}
        >
          {Object.entries(digestLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button
          variant="primary"
          busy={save.isPending}
          onClick={() =>
            save.submit({
              version: settings.version,
              body: { muted: settings.kinds.filter((kind) => muted.has(kind)), digest },
            })
          }
        >
          Save settings
        </Button>
      </DialogFooter>
    </>
  )
}
