import type { Call } from '#shared/http/route.ts'
import type { Transfer, transfersApi } from '#shared/inventory/transfers/api.ts'
import { countWords } from '#web/forms/changed-lines/field-words.ts'
import type { LineTables } from '#web/forms/changed-lines/line-changes.ts'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

export type TransferLineValues = {
  item: ComboboxOption | null
  /** '' uses the lot that expires first. */
  lotId: string
  quantity: number | null
}

/** The values of the transfer form. */
export type TransferValues = {
  source: ComboboxOption | null
  destination: ComboboxOption | null
  note: string
  lines: TransferLineValues[]
}

export const blankTransferLine: TransferLineValues = { item: null, lotId: '', quantity: null }
export const newTransfer: TransferValues = { source: null, destination: null, note: '', lines: [blankTransferLine] }

export const isBlankLine = ({ item, quantity }: TransferLineValues) => item === null && quantity === null

/** The indexes of the lines to send: blank lines are left out, unless all are blank. */
function sentLines({ lines }: Pick<TransferValues, 'lines'>): number[] {
  const filled = lines.flatMap((line, at) => (isBlankLine(line) ? [] : [at]))
  return filled.length > 0 ? filled : [0]
}

/** The request body. Missing values stay undefined, so that the schema reports them. */
export function transferBody(values: TransferValues): Call<(typeof transfersApi.createTransfer)['spec']>['body'] {
  return {
    sourceId: values.source?.id as string,
    destinationId: values.destination?.id as string,
    note: values.note,
    lines: sentLines(values).map((at) => {
      const { item, lotId, quantity } = values.lines[at] ?? blankTransferLine
      return { itemId: item?.id as string, quantity: quantity as number, lotId: lotId || null }
    }),
  }
}

/** Maps a path of the request body to the form field that shows its error. */
export function transferField(path: string, values: Pick<TransferValues, 'lines'>): string {
  if (path === 'sourceId' || path === 'destinationId') return path.slice(0, -2)
  const [, at, name] = /^lines\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
  if (at === undefined) return path
  const line = `lines.${sentLines(values)[Number(at)] ?? at}`
  if (name === undefined) return line
  return `${line}.${name === 'itemId' ? 'item' : name}`
}

export const transferValues = (transfer: Transfer): TransferValues => ({
  source: { id: transfer.source.id, label: locationLabel(transfer.source) },
  destination: { id: transfer.destination.id, label: locationLabel(transfer.destination) },
  note: transfer.note ?? '',
  lines: transfer.transferLines.map(({ item, lot, quantity }) => ({
    item: { id: item.id, label: item.name },
    lotId: lot?.id ?? '',
    quantity,
  })),
})

export const transferLabels = {
  source: 'Source',
  destination: 'Destination',
  note: 'Note',
  lines: 'Items',
} as const satisfies Record<keyof TransferValues, string>

const lineLabels = { item: 'Item', lotId: 'Lot', quantity: 'Quantity' }
export const firstToExpire = 'First to expire'

/** Describes the items of a transfer in the conflict dialog. */
export const transferTables: LineTables<TransferValues, Transfer> = {
  lines: {
    name: ({ item, lotId }, { record }) =>
      [item?.label, lotId && `lot ${lotNumber(lotId, record)}`].filter(Boolean).join(', '),
    row: 'line',
    own: ({ lotId }) => lotId,
    fields: [
      { label: lineLabels.quantity, words: ({ quantity }) => countWords(quantity) },
      {
        label: lineLabels.lotId,
        words: ({ lotId }, { record }) => lotNumber(lotId, record) ?? firstToExpire,
      },
    ],
  },
}
const lotNumber = (id: string, { transferLines }: Transfer) =>
  transferLines.find(({ lot }) => lot?.id === id)?.lot?.lotNumber

/** "Line 2: Quantity" */
export function transferLineLabel(path: string): string | undefined {
  const [, at, name = ''] = /^lines\.(\d+)\.(.+)$/.exec(path) ?? []
  return at === undefined
    ? undefined
    : `${lineLabels[name as keyof typeof lineLabels] ?? name} of line ${Number(at) + 1}`
}
