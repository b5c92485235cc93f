import { type ReactNode, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { LineTables } from './changed-lines/line-changes.ts'
import { type ChangedTable, changedTables } from './changed-lines/changed-tables.ts'
import { focusFirstInvalid } from './focus-invalid.ts'
import type { FormRefusal } from './form-refusal.ts'
import {
  changesBetween,
  type SavedRecord,
  type LatestStatus,
  type OwnRead,
  useLatestRecord,
  useRecordStatus,
} from './latest-record.ts'
import { type AsOne, type Merged, mergeEdits } from './merge-edits.ts'
import { withBlankLines } from './merge-lines.ts'
import { UpdatedElsewhere } from './updated-elsewhere.tsx'

type ConflictChoices = {
  /** The record in one word: "product". */
  what: string
  refusal: FormRefusal
  isDirty: boolean
  /** It is being saved, or has been: what comes back then is the own change. */
  isSaving: boolean
  /** Shows what is saved; what was typed is lost. */
  onReload: () => void
  /** Saves what was typed although another version stands. */
  onOverwrite: () => void
}

type Shown = {
  /** What the form was opened with; undefined where something new is added. */
  record: SavedRecord | undefined
  /** What is saved now, where it is known already. */
  latest?: SavedRecord | undefined
  overwriting?: string
  latestStatus?: LatestStatus
  merged?: (Pick<Merged<unknown>, 'both' | 'lines'> & { tables: readonly ChangedTable[] }) | undefined
}

/**
 * A record that someone else saves while its form is open: a quiet notice as soon as it is known, and the question whose
 * version stands when it is asked for, or when saving fails. Render `notice` above the fields and `dialog` beside the form.
 */
export function useConflict(choices: ConflictChoices & Shown): { notice: ReactNode; dialog: ReactNode } {
  const { record, what, refusal, isDirty, isSaving, onReload, onOverwrite, overwriting, latestStatus, merged } = choices
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
      overwriting={overwriting}
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

/** How a form is made of what is saved: so what somebody changed of it is put over what another has saved. */
export type Edited<Values, R extends SavedRecord> = {
  /** What the form was opened with; undefined where something new is added. */
  record: R | undefined
  /** What the form holds when it opens with a record. */
  startOf: (record: R) => Values
  /** Fields that mean something only together. */
  asOne?: AsOne<Values> | undefined
  /** The table that needs a line, with one that is blank. */
  blank?: Partial<Values> | undefined
  /** How the lines of its tables are described. */
  tables?: LineTables<NoInfer<Values>, R> | undefined
  read?: OwnRead<R> | undefined
}

type EditChoices<Values extends FieldValues, R extends SavedRecord> = Partial<Edited<Values, R>> &
  Omit<ConflictChoices, 'isDirty' | 'onOverwrite'> & {
    form: UseFormReturn<Values>
    /** Saves the values over the record that they were put over. */
    onOverwrite: (values: Values, base: R) => void
  }

/** The same for a form that changes a record, field by field. `base` is what the edit goes out from: at first what was opened. */
export function useEditConflict<Values extends FieldValues, R extends SavedRecord>(choices: EditChoices<Values, R>) {
  const { record, startOf, asOne, blank, tables = {}, read, form, onOverwrite, ...rest } = choices
  const [base, setBase] = useState(record)
  const { conflict } = rest.refusal
  const { latest, latestStatus } = useRecordStatus(base, conflict, read)
  const hasConflict = conflict !== undefined && base && latest && startOf
  const merged = hasConflict && mergeEdits(startOf(base), form.getValues(), startOf(latest), asOne)
  const changed =
    hasConflict &&
    merged &&
    changedTables<Values, R>(tables, {
      was: { values: startOf(base), record: base },
      mine: form.getValues(),
      is: { values: startOf(latest), record: latest },
      merged,
      asOne,
    })
  const overwrite = () => {
    if (!hasConflict || !merged) return
    // From now on it is an edit of what is saved now.
    form.reset(startOf(latest))
    form.reset(withBlankLines(merged.values, blank), { keepDefaultValues: true })
    setBase(latest)
    void form.handleSubmit((values) => onOverwrite(values, latest), focusFirstInvalid)()
  }
  const { isDirty } = form.formState
  const shown = { latest, latestStatus, merged: merged && changed ? { ...merged, tables: changed } : undefined }
  return { ...useConflict({ ...rest, ...shown, record: base, isDirty, onOverwrite: overwrite }), base }
}
