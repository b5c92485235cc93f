import { Plus } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { parsePastedRows } from '#web/forms/pasted-rows.ts'
import { lineColumns, OrderLineRow } from './order-line-row.tsx'
import { blankLine, isBlank, type OrderValues } from './order-values.ts'
import { findRows } from './pasted-lines.ts'
import { useScannedLines } from './scanned-lines.tsx'
import { useHasTaxes } from './tax-field.tsx'
import { useAvailability } from './use-availability.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { isInside } from '#web/ui/inside.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The lines of an order, written by keyboard: Tab across, Enter for the next line, a table pasted from a spreadsheet. */
export function OrderLinesEditor() {
  const { control, getValues, setFocus } = useFormContext<OrderValues>()
  const { currency } = useSettings()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'lines' })
  const lines = useWatch({ control, name: 'lines' })
  const hasTaxes = useHasTaxes()
  const paste = usePaste(replace)
  const scans = useScannedLines(replace)

  const wanted = new Map<string, number>()
  for (const { product, quantity } of lines) {
    if (product) wanted.set(product.id, (wanted.get(product.id) ?? 0) + (quantity ?? 0))
  }
  const stock = useAvailability([...wanted.keys()])
  /** To the line below, which is added where there is none and this one is not blank itself. */
  function goBelow(at: number) {
    const written = getValues('lines')
    if (at < written.length - 1) setFocus(`lines.${at + 1}.product`)
    else if (!isBlank(written[at] ?? blankLine)) append(blankLine, { focusName: `lines.${at + 1}.product` })
  }
  function onKeyDown(event: KeyboardEvent, at: number) {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
    if (!isInside(event)) return
    event.preventDefault()
    goBelow(at)
  }
  function onPaste(event: ClipboardEvent) {
    const rows = isInside(event) && parsePastedRows(event.clipboardData.getData('text'))
    if (!rows) return
    event.preventDefault()
    void paste.add(rows)
  }

  return (
    <Card
      flush
      title="Lines"
      help="Press Enter to add a line. Paste SKU and quantity rows from a spreadsheet into any field, or scan products."
    >
      <div onPaste={onPaste}>
        <div
          aria-hidden
          className={`hidden border-line border-y bg-subtle px-5 py-2 font-medium text-muted text-table ${lineColumns(hasTaxes)}`}
        >
          <span>Product</span>
          <span className="text-right">Quantity</span>
          <span>Price tier</span>
          <span className="text-right">Unit price, {currency}</span>
          {hasTaxes && <span>Tax</span>}
          <span className="text-right">Total, {currency}</span>
        </div>
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
        <div className="flex flex-col gap-3 px-5 py-4 max-md:px-4">
          {paste.notice}
          {scans.notice}
          <Button
            variant="ghost"
            className="-ml-3.5 self-start"
            onClick={() => append(blankLine, { focusName: `lines.${fields.length}.product` })}
          >
            <Plus aria-hidden />
            Add line
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Adds pasted rows below the lines that are written, and says which SKUs nobody sells. */
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
          action={
            <Button size="sm" variant="ghost" onClick={() => setUnknown([])}>
              Close
            </Button>
          }
        >
          No product has the SKU {unknown.join(', ')}.
        </Notice>
      )}
    </>
  )
  return { add, notice }
}
