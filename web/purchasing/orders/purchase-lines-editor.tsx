import type { ClipboardEvent } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { AddLine, goBelowOnEnter, LinesEditor, lineTotalColumn } from '#web/documents/lines-editor.tsx'
import { problemOfLines } from '#web/forms/numbered-line.tsx'
import { parsePastedRows } from '#web/forms/pasted-rows.ts'
import { useFoundLines } from './found-lines.tsx'
import { PurchaseLineRow } from './purchase-line-row.tsx'
import { blankLine, isBlank, type PurchaseValues } from './purchase-values.ts'
import { useSettings } from '#web/session/settings.ts'
import { isInside } from '#web/ui/inside.ts'

/** The line editor of a purchase order, usable by keyboard; lines are picked, scanned or pasted from a spreadsheet. */
export function PurchaseLinesEditor() {
  const { control, getValues, setFocus, formState } = useFormContext<PurchaseValues>()
  const { currency } = useSettings()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'lines' })
  const found = useFoundLines(replace)
  const problem = problemOfLines(formState.errors)
  const add = (at: number) => append(blankLine, { focusName: `lines.${at}.item` })
  const onKeyDown = goBelowOnEnter({
    count: () => getValues('lines').length,
    isBlank: (at) => isBlank(getValues(`lines.${at}`)),
    focus: (at) => setFocus(`lines.${at}.item`),
    append: add,
  })
  function onPaste(event: ClipboardEvent) {
    const rows = isInside(event) && parsePastedRows(event.clipboardData.getData('text'))
    if (!rows) return
    event.preventDefault()
    found.paste(rows)
  }
  return (
    <LinesEditor
      title="Lines"
      help="Press Enter to add a line. Paste SKU and quantity rows from a spreadsheet into any field, or scan items."
      columns={[
        { header: 'Item', width: 'minmax(0,1fr)' },
        { header: 'Quantity', width: '6rem', isNumber: true },
        { header: `Unit cost, ${currency}`, width: '6.5rem', isNumber: true },
        { header: 'Expected', width: '10rem', isExtra: true },
        { header: `Total, ${currency}`, ...lineTotalColumn },
      ]}
      onPaste={onPaste}
      foot={
        <>
          {found.notice}
          {problem && <p className="text-bad text-xs">{problem}</p>}
          <AddLine onClick={() => add(fields.length)} />
        </>
      }
    >
      {fields.map((field, at) => (
        <PurchaseLineRow
          key={field.id}
          at={at}
          onKeyDown={(event) => onKeyDown(event, at)}
          onRemove={() => (fields.length === 1 ? replace([blankLine]) : remove(at))}
        />
      ))}
    </LinesEditor>
  )
}
