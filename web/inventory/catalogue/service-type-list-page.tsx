import { useMemo } from 'react'
import { type ServiceType, serviceTypesApi } from '#shared/inventory/catalogue/service-types-api.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useApiQuery } from '#web/api/query.ts'
import { type OpenDialog, RecordList } from '#web/inventory/stock/record-list.tsx'
import { ServiceTypeDialog } from './service-type-dialog.tsx'
import { useSettings } from '#web/session/settings.ts'
import type { Column } from '#web/ui/table/column.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

export const listed = serviceTypesApi.listServiceTypes

const columnsIn = (currency: string): Column<ServiceType>[] => [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortable: true },
  {
    id: 'description',
    header: 'Description',
    width: '50%',
    cell: ({ description }) => <span className="text-secondary">{description}</span>,
  },
  {
    id: 'price',
    exportedAs: ['price', 'unit'],
    header: `List price, ${currency}`,
    align: 'end',
    phone: true,
    cell: ({ price, unit }) => (
      <>
        {formatDecimalInput(price, 2)} <span className="text-muted">per {unit}</span>
      </>
    ),
  },
]

const removal = {
  kind: 'serviceType',
  route: serviceTypesApi.deleteServiceType,
} as const

/** The services that the company offers beside goods, with their prices. */
export default function ServiceTypeListPage() {
  const list = useListParams(serviceTypesApi.listServiceTypes)
  const services = useApiQuery(serviceTypesApi.listServiceTypes, { query: list.query }, { keepPrevious: true })
  const { currency } = useSettings()
  const columns = useMemo(() => columnsIn(currency), [currency])
  return (
    <RecordList
      title="Service types"
      one="service type"
      many="service types"
      list={list}
      route={serviceTypesApi.listServiceTypes}
      removal={removal}
      result={services}
      columns={columns}
      purpose="Services you charge for, such as installation, training or express delivery."
      dialogs={ServiceTypeDialogs}
    />
  )
}

function ServiceTypeDialogs({ open, close }: OpenDialog<ServiceType>) {
  if (open.act === 'add') return <ServiceTypeDialog close={close} />
  if (open.act === 'edit') return <ServiceTypeDialog service={open.record} close={close} />
  return (
    <DeleteDialog
      route={serviceTypesApi.deleteServiceType}
      id={open.record.id}
      kind="serviceType"
      what="service type"
      name={open.record.name}
      close={close}
    >
      You can undo this now, or restore it later from the deleted items.
    </DeleteDialog>
  )
}
