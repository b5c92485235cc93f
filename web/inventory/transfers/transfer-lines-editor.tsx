import { Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useItemsOnHand } from '#web/inventory/stock/use-items-on-hand.ts'
import { TransferLineRow, transferLineColumns } from './transfer-line-row.tsx'
import { blankTransferLine, isBlankLine, type TransferValues } from './transfer-values.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { isInside } from '#web/ui/inside.ts'

/** The lines of a transfer, written by keyboard: Tab across, Enter for the next line. */
export function TransferLinesEditor({ transfer }: { transfer: string | undefined }) {
  const { control, getValues, setFocus } = useFormContext<TransferValues>()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'lines' })
  const lines = useWatch({ control, name: 'lines' })
  const source = useWatch({ control, name: 'source' })
  const standing = useItemsOnHand(
    source?.id,
    lines.flatMap(({ item }) => item?.id ?? []),
    transfer,
  )
  function onKeyDown(event: KeyboardEvent, at: number) {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
    if (!isInside(event)) return
    event.preventDefault()
    const written = getValues('lines')
    if (at < written.length - 1) setFocus(`lines.${at + 1}.item`)
    else if (!isBlankLine(written[at] ?? blankTransferLine)) {
      append(blankTransferLine, { focusName: `lines.${at + 1}.item` })
    }
  }
  return (
    <Card
      flush
      title="Items"
      help="Without a lot, first expiring lots are used. Expired lots and lots on hold move only if you choose them."
    >
      <div
        aria-hidden
        className={`hidden border-line border-y bg-subtle px-5 py-2 font-medium text-muted text-table ${transferLineColumns}`}
      >
        <span>Item</span>
        <span>Lot</span>
        <span className="text-right">Quantity</span>
      </div>
      {fields.map((field, at) => {
        const id = lines[at]?.item?.id
        return (
          <TransferLineRow
            key={field.id}
            at={at}
            source={source}
            transfer={transfer}
            standing={id === undefined ? undefined : standing.byId.get(id)}
            isKnown={standing.known}
            onKeyDown={(event) => onKeyDown(event, at)}
            onRemove={() => (fields.length === 1 ? replace([blankTransferLine]) : remove(at))}
          />
        )
      })}
      <div className="px-5 py-4 max-md:px-4">
        <Button
          variant="ghost"
          className="-ml-3.5"
          onClick={() => append(blankTransferLine, { focusName: `lines.${fields.length}.item` })}
        >
          <Plus aria-hidden />
          Add line
        </Button>
      </div>
    </Card>
  )
}
