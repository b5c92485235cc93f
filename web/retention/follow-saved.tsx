import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ConflictDialog } from '#web/forms/conflict-dialog.tsx'
import type { FormRefusal } from '#web/forms/form-refusal.ts'
import { changesBetween, useLatestStatus } from '#web/forms/latest-record.ts'
import { mergeEdits } from '#web/forms/merge-edits.ts'
import { UpdatedElsewhere } from '#web/forms/updated-elsewhere.tsx'

type Saved<Values> = { values: Values; version: number }

type Choices<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  refusal: FormRefusal
  /** What is edited, as one word: "template". */
  what: string
  /** The saved values, as loaded last. */
  saved: Saved<Values>
  isSaving: boolean
  /** Saves the form's values over this version. */
  onOverwrite: (version: number) => void
  /** Loads the saved values again. */
  reload: () => Promise<unknown>
}

/**
 * For a form that stays open while others save the same record: shows their changes, but never overwrites the user's input.
 * `opened` is the version that the input is based on. Render `notice` above the fields and `dialog` beside the form.
 */
export function useFollowSaved<Values extends FieldValues>(choices: Choices<Values>) {
  const { form, refusal, what, saved, isSaving, onOverwrite, reload } = choices
  const { isDirty } = form.formState
  const [opened, setOpened] = useState(saved)
  const [ignored, setIgnored] = useState<number>()
  const { conflict } = refusal
  const isNewer = saved.version > opened.version
  const show = (next: Saved<Values>) => {
    setOpened(next)
    form.reset(next.values)
  }
  const isKnown = conflict === undefined || saved.version >= conflict
  const latestStatus = useLatestStatus(what, conflict, isKnown, reload)
  const merged = conflict !== undefined && isNewer && mergeEdits(opened.values, form.getValues(), saved.values)
  if (isNewer && !isDirty && !isSaving) setOpened(saved)
  const follow = useEffectEvent(({ values }: Saved<Values>) => {
    if (!isDirty) form.reset(values)
  })
  useEffect(() => follow(opened), [opened])
  const notice: ReactNode = isNewer && isDirty && !isSaving && saved.version !== ignored && (
    <UpdatedElsewhere
      what={`the ${what}`}
      onKeep={() => setIgnored(saved.version)}
      onShow={() => refusal.meet(saved.version)}
    />
  )
  const dialog: ReactNode = (
    <ConflictDialog
      open={conflict !== undefined}
      what={what}
      title={`The ${what} ${what.endsWith('s') ? 'were' : 'was'} changed by someone else`}
      changes={isNewer ? changesBetween(what, opened.values, saved.values, merged || undefined) : []}
      change={refusal.change}
      latestStatus={latestStatus}
      onReload={() => {
        refusal.clear()
        show(isNewer ? saved : opened)
        void reload()
      }}
      onOverwrite={() => {
        refusal.clear()
        if (!merged) return
        // From here on, the form is an edit of the current version.
        show(saved)
        form.reset(merged.values, { keepDefaultValues: true })
        onOverwrite(saved.version)
      }}
      onClose={refusal.clear}
    />
  )
  return { version: opened.version, setSaved: show, notice, dialog }
}
