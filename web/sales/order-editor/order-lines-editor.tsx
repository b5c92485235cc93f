import { type ClipboardEvent, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import {
  AddLine,
  type EditorColumn,
  goBelowOnEnter,
  LinesEditor,
  lineTotalColumn,
} from '#web/documents/lines-editor.tsx'
import { parsePastedRows } from '#web/forms/pasted-rows.ts'
import { OrderLineRow } from './order-line-row.tsx'
import { blankLine, isBlank, type OrderValues } from './order-values.ts'
import { findRows } from './pasted-lines.ts'
import { useScannedLines } from './scanned-lines.tsx'
import { useHasTaxes } from './tax-field.tsx'
import { useAvailability } from './use-availability.ts'
import { useSettings } from '#web/session/settings.ts'
import { isInside } from '#web/ui/inside.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The columns shared by the lines and the charges below them. */
export function useLineColumns(first: string): (EditorColumn | false)[] {
  const { currency } = useSettings()
  const hasTaxes = useHasTaxes()
  return [
    { header: first, width: 'minmax(0,1fr)' },
    { header: 'Quantity', width: '6rem', isNumber: true },
    { header: 'Price tier', width: '7.5rem', isExtra: true },
    { header: `Unit price, ${currency}`, width: '6.5rem', isNumber: true },
    hasTaxes && { header: 'Tax', width: '8rem', isExtra: true },
    { header: `Total, ${currency}`, ...lineTotalColumn },
  ]
}

/** The line editor of an order: Tab for the next field, Enter for the next line, paste for rows of a spreadsheet. */
export function OrderLinesEditor() {
  const { control, getValues, setFocus } = useFormContext<OrderValues>()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'lines' })
  const lines = useWatch({ control, name: 'lines' })
  const paste = usePaste(replace)
  const scans = useScannedLines(replace)
  const columns = useLineColumns('Product')

  const wanted = new Map<string, number>()
  for (const { product, quantity } of lines) {
    if (product) wanted.set(product.id, (wanted.get(product.id) ?? 0) + (quantity ?? 0))
  }
  const stock = useAvailability([...wanted.keys()])
  const add = (at: number) => append(blankLine, { focusName: `lines.${at}.product` })
  const onKeyDown = goBelowOnEnter({
    count: () => getValues('lines').length,
    isBlank: (at) => isBlank(getValues(`lines.${at}`)),
    focus: (at) => setFocus(`lines.${at}.product`),
    append: add,
  })
  function onPaste(event: ClipboardEvent) {
    const rows = isInside(event) && parsePastedRows(event.clipboardData.getData('text'))
    if (!rows) return
    event.preventDefault()
    void paste.add(rows)
  }

  return (
    <LinesEditor
      title="Lines"
      help="Press Enter to add a line. Paste SKU and quantity rows from a spreadsheet into any field, or scan products."
      columns={columns}
      onPaste={onPaste}
      foot={
        <>
          {paste.notice}
          {scans.notice}
          <AddLine onClick={() => add(fields.length)} />
        </>
      }
    >
      {fields.map((field, at) => {
        const product = lines[at]?.product
        return (
          <OrderLineRow
            key={field.id}
            at={at}
            wanted={(product && wanted.get(product.id)) ?? 0}
            stock={product ? stock.get(product.id) : undefined}
            onKeyDown={(event) => onKeyDown(event, at)}
            onRemove={() => (fields.length === 1 ? replace([blankLine]) : remove(at))}
          />
        )
      })}
    </LinesEditor>
  )
}

/** Adds pasted rows below the existing lines, and reports SKUs that are not sold. */
function usePaste(replace: (lines: OrderValues['lines']) => void) {
  const { getValues } = useFormContext<OrderValues>()
  const [isSearching, setSearching] = useState(false)
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [failed, setFailed] = useState(false)

  async function add(rows: NonNullable<ReturnType<typeof parsePastedRows>>) {
    setSearching(true)
    setUnknown([])
    setFailed(false)
    try {
      const result = await findRows(rows)
      const written = getValues('lines').filter((line) => !isBlank(line))
      if (result.found.length > 0) replace([...written, ...result.found])
      setUnknown(result.unknown)
    } catch {
      setFailed(true)
    } finally {
      setSearching(false)
    }
  }

  const notice = (
    <>
      {isSearching && <Notice>Looking up products</Notice>}
      {failed && <Notice tone="bad">The pasted rows could not be looked up. Paste them again.</Notice>}
      {unknown.length > 0 && (
        <Notice
          tone="warn"
          title={unknown.length === 1 ? 'One pasted row was left out' : `${unknown.length} pasted rows were left out`}
          onClose={() => setUnknown([])}
        >
          No product has the SKU {unknown.join(', ')}.
        </Notice>
      )}
    </>
  )
  return { add, notice }
}
