import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { AddLine, goBelowOnEnter, LinesEditor } from '#web/documents/lines-editor.tsx'
import { useItemsOnHand } from '#web/inventory/stock/use-items-on-hand.ts'
import { useScannedItems } from './scanned-items.ts'
import { TransferLineRow } from './transfer-line-row.tsx'
import { blankTransferLine, isBlankLine, type TransferValues } from './transfer-values.ts'

/** The line editor of a transfer, usable by keyboard: Tab for the next field, Enter for the next line. */
export function TransferLinesEditor({ transfer }: { transfer: string | undefined }) {
  const { control, getValues, setFocus } = useFormContext<TransferValues>()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'lines' })
  const lines = useWatch({ control, name: 'lines' })
  const source = useWatch({ control, name: 'source' })
  const itemsOnHand = useItemsOnHand(
    source?.id,
    lines.flatMap(({ item }) => item?.id ?? []),
    transfer,
  )
  const scans = useScannedItems(replace, transfer)
  const add = (at: number) => append(blankTransferLine, { focusName: `lines.${at}.item` })
  const onKeyDown = goBelowOnEnter({
    count: () => getValues('lines').length,
    isBlank: (at) => isBlankLine(getValues(`lines.${at}`)),
    focus: (at) => setFocus(`lines.${at}.item`),
    append: add,
  })
  return (
    <LinesEditor
      title="Items"
      help="Scan items, or press Enter to add a line. Without a lot, first expiring lots are used. Expired lots and lots on hold move only if you choose them."
      columns={[
        { header: 'Item', width: 'minmax(0,1fr)' },
        { header: 'Lot', width: 'minmax(0,14rem)' },
        { header: 'Quantity', width: '6rem', isNumber: true },
      ]}
      foot={
        <>
          {scans.notice}
          <AddLine onClick={() => add(fields.length)} />
        </>
      }
    >
      {fields.map((field, at) => {
        const id = lines[at]?.item?.id
        return (
          <TransferLineRow
            key={field.id}
            at={at}
            source={source}
            transfer={transfer}
            itemOnHand={id === undefined ? undefined : itemsOnHand.byId.get(id)}
            isKnown={itemsOnHand.known}
            onKeyDown={(event) => onKeyDown(event, at)}
            onRemove={() => (fields.length === 1 ? replace([blankTransferLine]) : remove(at))}
          />
        )
      })}
    </LinesEditor>
  )
}
