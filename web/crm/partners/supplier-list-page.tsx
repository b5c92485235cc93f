import { useNavigate } from 'react-router'
import { crmApi } from '#shared/crm/partners/api.ts'
import { partnersApi } from '#shared/crm/partners/partners-api.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListLayout } from '#web/lists/use-list-layout.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { supplierColumns } from './partner-columns.tsx'
import { PartnerList, partnerViews } from './partner-list.tsx'
import { SupplierSummary } from './supplier-summary.tsx'
import { paths } from '#web/paths.ts'
import { SupplierDialog } from '#web/crm/public/supplier-dialog.tsx'

export const listed = crmApi.listSuppliers

/** The list of suppliers. */
export default function SupplierListPage() {
  const list = useListParams(crmApi.listSuppliers)
  const { view } = useListLayout(partnerViews)
  const suppliers = useApiQuery(crmApi.listSuppliers, { query: list.query }, { keepPrevious: true })
  const { limit: _, cursor: __, sort: ___, ...filter } = list.query
  const map = useApiQuery(partnersApi.mapSuppliers, { query: filter }, { enabled: view === 'map', keepPrevious: true })
  return (
    <PartnerList
      kind="suppliers"
      title="Suppliers"
      one="supplier"
      counted="product"
      purpose="Add the suppliers you buy from."
      list={list as never}
      result={suppliers}
      map={map}
      columns={supplierColumns}
      pathOf={paths.supplier}
      detail={SupplierSummary}
      adding={AddOne}
    />
  )
}

function AddOne({ close }: { close: () => void }) {
  const navigate = useNavigate()
  return <SupplierDialog onSaved={(supplier) => void navigate(paths.supplier(supplier.id))} close={close} />
}
