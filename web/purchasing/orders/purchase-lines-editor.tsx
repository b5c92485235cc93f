import { Plus } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { parsePastedRows } from '#web/forms/pasted-rows.ts'
import { useFoundLines } from './found-lines.tsx'
import { purchaseColumnsClass, PurchaseLineRow } from './purchase-line-row.tsx'
import { blankLine, isBlank, type PurchaseValues } from './purchase-values.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { isInside } from '#web/ui/inside.ts'

/** The lines of a purchase order: picked, scanned, or pasted from a spreadsheet; written by keyboard alone. */
export function PurchaseLinesEditor() {
  const { control, getValues, setFocus, formState } = useFormContext<PurchaseValues>()
  const { currency } = useSettings()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'lines' })
  const found = useFoundLines(replace)
  const problem = formState.errors.lines?.root?.message ?? (formState.errors.lines as { message?: string })?.message

  /** To the line below, which is added where there is none and this one is not blank itself. */
  function onKeyDown(event: KeyboardEvent, at: number) {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
    if (!isInside(event)) return
    event.preventDefault()
    const written = getValues('lines')
    if (at < written.length - 1) setFocus(`lines.${at + 1}.item`)
    else if (!isBlank(written[at] ?? blankLine)) append(blankLine, { focusName: `lines.${at + 1}.item` })
  }
  function onPaste(event: ClipboardEvent) {
    const rows = isInside(event) && parsePastedRows(event.clipboardData.getData('text'))
    if (!rows) return
    event.preventDefault()
    found.paste(rows)
  }
  return (
    <Card
      flush
      title="Lines"
      help="Press Enter to add a line. Paste SKU and quantity rows from a spreadsheet into any field, or scan items."
    >
      <div onPaste={onPaste}>
        <div
          aria-hidden
          className={`hidden border-line border-y bg-subtle px-5 py-2 font-medium text-muted text-table ${purchaseColumnsClass}`}
        >
          <span>Item</span>
          <span className="text-right">Quantity</span>
          <span className="text-right">Unit cost, {currency}</span>
          <span>Expected</span>
          <span className="text-right">Total, {currency}</span>
        </div>
        {fields.map((field, at) => (
          <PurchaseLineRow
            key={field.id}
            at={at}
            onKeyDown={(event) => onKeyDown(event, at)}
            onRemove={() => (fields.length === 1 ? replace([blankLine]) : remove(at))}
          />
        ))}
        <div className="flex flex-col gap-3 px-5 py-4 max-md:px-4">
          {found.notice}
          {problem && <p className="text-bad text-xs">{problem}</p>}
          <Button
            variant="ghost"
            className="-ml-3.5 self-start"
            onClick={() => append(blankLine, { focusName: `lines.${fields.length}.item` })}
          >
            <Plus aria-hidden />
            Add line
          </Button>
        </div>
      </div>
    </Card>
  )
}
