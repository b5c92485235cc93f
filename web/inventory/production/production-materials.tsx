import type { ProductionRun } from '#shared/inventory/production/api.ts'
import { Link } from 'react-router'
import { Counted, LineName, LotChip, LotChips } from '#web/documents/line-cells.tsx'
import { type LineColumn, LinesTable } from '#web/documents/lines-table.tsx'
import { paths } from '#web/paths.ts'
import { useSettings } from '#web/session/settings.ts'
import { formatDay } from '#shared/format-day.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type Material = ProductionRun['materials'][number]

/** The materials that a run used, by lot, with their cost. */
export function ProductionMaterials({ run }: { run: ProductionRun }) {
  const { currency } = useSettings()
  return (
    <LinesTable
      title="Materials"
      help={run.status === 'reversal' ? 'Returned to stock' : 'Materials used'}
      rows={run.materials}
      rowId={({ id }) => id}
      columns={columnsOf(currency)}
    />
  )
}

const columnsOf = (currency: string): LineColumn<Material>[] => [
  {
    id: 'material',
    header: 'Material and lots',
    cell: (material) => (
      <LineName name={material.name} to={paths.rawMaterial(material.id)} lots={<Lots material={material} />} />
    ),
  },
  { id: 'perPiece', header: 'In a piece', isNumber: true, cell: ({ perPiece }) => perPiece.toLocaleString() },
  {
    id: 'quantity',
    header: 'Quantity',
    isNumber: true,
    cell: ({ quantity, wasted }) => (
      <Counted value={quantity} note={wasted > 0 && `${wasted.toLocaleString()} wasted`} isWarn={wasted > 0} />
    ),
  },
  { id: 'cost', header: `Cost, ${currency}`, isNumber: true, cell: ({ cost }) => formatDecimalInput(cost, 2) },
]

function Lots({ material }: { material: Material }) {
  const lots = material.lots.filter((lot) => lot.lotNumber !== null)
  return (
    <LotChips>
      {lots.map((lot) => (
        <LotChip key={lot.lotId}>
          {lot.quantity.toLocaleString()} of lot{' '}
          <Link to={paths.lot(lot.lotId)} className="link font-medium">
            {lot.lotNumber}
          </Link>
          {lot.expiryDate && `, expires ${formatDay(lot.expiryDate)}`}
          {lot.wasted > 0 && `, ${lot.wasted.toLocaleString()} of it wasted`}
        </LotChip>
      ))}
    </LotChips>
  )
}
