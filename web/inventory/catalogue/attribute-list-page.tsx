import { Link } from 'react-router'
import {
  type Attribute,
  attributeKindNames,
  attributeKinds,
  attributesApi,
} from '#shared/inventory/catalogue/attributes-api.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useApiQuery } from '#web/api/query.ts'
import { AttributeDialog } from './attribute-dialog.tsx'
import { DeleteAttribute } from './delete-attribute.tsx'
import { InventoryTabs } from '#web/inventory/public/inventory-tabs.tsx'
import { type OpenDialog, RecordList } from '#web/inventory/stock/record-list.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { FilterSelect } from '#web/lists/filter-bar.tsx'

export const listed = attributesApi.listAttributes

const maxChoices = 6
const inList = (id: string) => `${paths.products}?${new URLSearchParams({ attribute: id })}`

const columns: readonly Column<Attribute>[] = [
  { id: 'name', header: 'Name', cell: (attribute) => attribute.name, sortable: true },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => attributeKindNames[kind], phone: true },
  {
    id: 'values',
    exportedAs: ['unit', 'values'],
    header: 'Values',
    width: '55%',
    phone: true,
    cell: ({ kind, unit, choices }) => {
      if (kind === 'number') return unit ? `Numbers in ${unit}` : 'Numbers'
      if (kind === 'text') return <span className="text-muted">Any text</span>
      return (
        <span className="flex min-w-0 flex-wrap gap-1 max-md:justify-end">
          {choices.slice(0, maxChoices).map(({ id, label }) => (
            <Badge key={id} className="h-auto min-h-5.5">
              <span className="truncate" title={label}>
                {label}
              </span>
            </Badge>
          ))}
          {choices.length > maxChoices && <span className="text-muted">and {choices.length - maxChoices} more</span>}
        </span>
      )
    },
  },
  {
    id: 'products',
    header: 'Products',
    align: 'end',
    phone: true,
    cell: ({ id, products }) =>
      products === 0 ? (
        <span className="text-muted">0</span>
      ) : (
        <Link to={inList(id)} className="link">
          {products.toLocaleString()}
        </Link>
      ),
  },
]
const kinds = attributeKinds.map((kind) => ({ value: kind, label: attributeKindNames[kind] }))

const removal = {
  kind: 'attribute',
  route: attributesApi.deleteAttribute,
} as const

/** The custom attributes of products, beside the built-in fields. */
export default function AttributeListPage() {
  const list = useListParams(attributesApi.listAttributes)
  const attributes = useApiQuery(attributesApi.listAttributes, { query: list.query }, { keepPrevious: true })
  return (
    <RecordList
      title="Attributes"
      tabs={<InventoryTabs />}
      one="attribute"
      many="attributes"
      list={list}
      route={attributesApi.listAttributes}
      removal={removal}
      result={attributes}
      columns={columns}
      purpose="Custom fields for products, such as sterility, length or storage temperature."
      chips={list.chips({
        kind: { label: 'Kind', show: (kind) => attributeKindNames[kind as Attribute['kind']] },
      })}
      filters={<FilterSelect label="Kind" allLabel="All kinds" {...list.filter('kind')} options={kinds} />}
      dialogs={AttributeDialogs}
    />
  )
}

function AttributeDialogs({ open, close }: OpenDialog<Attribute>) {
  if (open.act === 'add') return <AttributeDialog close={close} />
  if (open.act === 'edit') return <AttributeDialog attribute={open.record} close={close} />
  return <DeleteAttribute attribute={open.record} close={close} />
}
