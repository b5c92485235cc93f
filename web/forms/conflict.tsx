import { type ReactNode, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ConflictDialog, type OverwriteWords } from './conflict-dialog.tsx'
import type { LineTables } from './changed-lines/line-changes.ts'
import { changedTables } from './changed-lines/changed-tables.ts'
import { focusFirstInvalid } from './focus-invalid.ts'
import type { FormRefusal } from './form-refusal.ts'
import {
  changesBetween,
  type FormChanges,
  type SavedRecord,
  type LatestStatus,
  type OwnRead,
  useLatestRecord,
  useRecordStatus,
} from './latest-record.ts'
import { type AsOne, mergeEdits } from './merge-edits.ts'
import { withBlankLines } from './merge-lines.ts'
import { UpdatedElsewhere } from './updated-elsewhere.tsx'

type ConflictChoices = {
  /** The record's type in one word: "product". */
  what: string
  refusal: FormRefusal
  isDirty: boolean
  /** Saving or saved: a new version is then the user's own change. */
  isSaving: boolean
  /** Shows the saved record; what was typed is lost. */
  onReload: () => void
  /** Saves what was typed over the other user's version. */
  onOverwrite: () => void
}

type Shown = {
  /** The record that the form was opened with; undefined for a new one. */
  record: SavedRecord | undefined
  /** The saved version, if already known. */
  latest?: SavedRecord | undefined
  overwrite?: OverwriteWords
  latestStatus?: LatestStatus
  merged?: FormChanges | undefined
}

/**
 * Handles a record that someone else saves while its form is open: a notice as soon as it is known, and the conflict
 * dialog on request or when saving fails. Render `notice` above the fields and `dialog` beside the form.
 */
export function useConflict(choices: ConflictChoices & Shown): { notice: ReactNode; dialog: ReactNode } {
  const { record, what, refusal, isDirty, isSaving, onReload, onOverwrite, overwrite, latestStatus, merged } = choices
  const found = useLatestRecord(record)
  const latest = choices.latest ?? found
  const [ignoredVersion, setIgnoredVersion] = useState<number>()
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
      open={refusal.conflict !== undefined}
      what={what}
      changes={record && latest ? changesBetween(what, record, latest, merged) : []}
      change={refusal.change}
      overwrite={overwrite}
      latestStatus={latestStatus}
      onReload={() => {
        refusal.clear()
        onReload()
      }}
      onOverwrite={() => {
        refusal.clear()
        onOverwrite()
      }}
      onClose={refusal.clear}
    />
  )
  return { notice, dialog }
}

/** How to make form values from a record, so that the user's edits can be merged into another user's version. */
export type Edited<Values, R extends SavedRecord> = {
  /** The record that the form was opened with; undefined for a new one. */
  record: R | undefined
  /** Makes the form values of a record. */
  startOf: (record: R) => Values
  /** Groups of fields that only make sense together, so they are not merged one by one. */
  asOne?: AsOne<Values> | undefined
  /** Tables that need at least one line, each with a blank one. */
  blank?: Partial<Values> | undefined
  /** How to describe the lines of its tables. */
  tables?: LineTables<NoInfer<Values>, R> | undefined
  read?: OwnRead<R> | undefined
}

type EditChoices<Values extends FieldValues, R extends SavedRecord> = Partial<Edited<Values, R>> &
  Omit<ConflictChoices, 'isDirty' | 'onOverwrite'> & {
    form: UseFormReturn<Values>
    /** Saves the merged values over `base`, the version they were merged into. */
    onOverwrite: (values: Values, base: R) => void
  }

/**
 * The same for an edit form, merging field by field. `base` is the version that the edit started from: at first the
 * opened one.
 */
export function useEditConflict<Values extends FieldValues, R extends SavedRecord>(choices: EditChoices<Values, R>) {
  const { record, startOf, asOne, blank, tables = {}, read, form, onOverwrite, ...rest } = choices
  const [base, setBase] = useState(record)
  const { conflict } = rest.refusal
  const { latest, latestStatus } = useRecordStatus(base, conflict, read)
  const met = conflict !== undefined &&
    base &&
    latest &&
    startOf && {
      was: { values: startOf(base), record: base },
      mine: form.getValues(),
      is: { values: startOf(latest), record: latest },
      asOne,
    }
  const merged = met && mergeEdits(met.was.values, met.mine, met.is.values, asOne)
  const overwrite = () => {
    if (!met || !merged) return
    // From now on the edit is based on the saved version.
    const { values: saved, record: current } = met.is
    form.reset(saved)
    form.reset(withBlankLines(merged.values, blank), { keepDefaultValues: true })
    setBase(current)
    void form.handleSubmit((values) => onOverwrite(values, current), focusFirstInvalid)()
  }
  const { isDirty } = form.formState
  const changes =
    met && merged ? { ...merged, tables: changedTables<Values, R>(tables, { ...met, merged }) } : undefined
  const shown = { latest, latestStatus, merged: changes }
  return { ...useConflict({ ...rest, ...shown, record: base, isDirty, onOverwrite: overwrite }), base }
}
