import { type ReactNode, useState } from 'react'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { FormRefusal } from './form-refusal.ts'
import { changesBetween, type SavedRecord, useLatestRecord } from './latest-record.ts'
import { UpdatedElsewhere } from './updated-elsewhere.tsx'

type ConflictChoices = {
  /** What the form was opened with; undefined where something new is added. */
  record: SavedRecord | undefined
  /** The record in one word: "product". */
  what: string
  refusal: FormRefusal
  isDirty: boolean
  /** It is being saved, or has been: what comes back then is the own change. */
  isSaving: boolean
  /** Shows what is saved; what was typed is lost. */
  onReload: () => void
  /** Saves what was typed over the version that stands. */
  onOverwrite: (version: number) => void
}

/**
 * A record that someone else saves while its form is open: a quiet notice as soon as it is known, and the question whose
 * version stands when it is asked for, or when saving fails. Render `notice` above the fields and `dialog` beside the form.
 */
export function useConflict(choices: ConflictChoices): { notice: ReactNode; dialog: ReactNode } {
  const { record, what, refusal, isDirty, isSaving, onReload, onOverwrite } = choices
  const latest = useLatestRecord(record)
  const [ignoredVersion, setIgnoredVersion] = useState<number>()
  const { conflict } = refusal
  const isNoticeShown = latest && !isSaving && latest.version !== ignoredVersion
  const notice = isNoticeShown && (
    <UpdatedElsewhere
      what={`this ${what}`}
      onKeep={isDirty ? () => setIgnoredVersion(latest.version) : undefined}
      onShow={() => refusal.meet(latest.version)}
    />
  )
  const dialog = (
    <ConflictDialog
      open={conflict !== undefined}
      what={what}
      changes={record && latest ? changesBetween(record, latest) : []}
      change={refusal.change}
      onReload={() => {
        refusal.clear()
        onReload()
      }}
      onOverwrite={() => {
        refusal.clear()
        if (conflict !== undefined) onOverwrite(conflict)
      }}
      onClose={refusal.clear}
    />
  )
  return { notice, dialog }
}
