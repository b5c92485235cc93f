import type { FieldChange } from '#shared/crm/partners/timeline-api.ts'
import { Change } from '#web/ui/timeline.tsx'
import { fieldName, fieldValue } from './field-words.ts'

type FieldChangesProps = {
  changes: readonly FieldChange[]
  /** Labels of fields that the record's page names differently. */
  names?: Readonly<Record<string, string>>
}

/** The changes that an edit made, by field. */
export function FieldChanges({ changes, names }: FieldChangesProps) {
  return changes.map(({ field, from, to }) => (
    <Change
      key={field}
      field={names?.[field] ?? fieldName(field)}
      from={fieldValue(field, from)}
      to={fieldValue(field, to)}
    />
  ))
}
