import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { crmApi } from '#shared/crm/partners/api.ts'
import { partnersApi } from '#shared/crm/partners/partners-api.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useListLayout } from '#web/lists/use-list-layout.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { CustomerSummary } from './customer-summary.tsx'
import { customerColumns } from './partner-columns.tsx'
import { PartnerList, partnerViews } from './partner-list.tsx'
import { paths } from '#web/paths.ts'
import { CustomerDialog } from '#web/crm/public/customer-dialog.tsx'
import { useSettings } from '#web/session/settings.ts'

export const listed = crmApi.listAccounts

/** The list of customers. */
export default function CustomerListPage() {
  const list = useListParams(crmApi.listAccounts)
  const { view } = useListLayout(partnerViews)
  const accounts = useApiQuery(crmApi.listAccounts, { query: list.query }, { keepPrevious: true })
  const { limit: _, cursor: __, sort: ___, ...filter } = list.query
  const map = useApiQuery(partnersApi.mapAccounts, { query: filter }, { enabled: view === 'map', keepPrevious: true })
  const { currency } = useSettings()
  const columns = useMemo(() => customerColumns(currency), [currency])
  return (
    <PartnerList
      kind="accounts"
      title="Customers"
      one="customer"
      counted="order"
      purpose="Hospitals, pharmacies and clinics that order from you."
      list={list}
      result={accounts}
      map={map}
      columns={columns}
      pathOf={paths.customer}
      detail={CustomerSummary}
      adding={AddOne}
    />
  )
}

function AddOne({ close }: { close: () => void }) {
  const navigate = useNavigate()
  return <CustomerDialog onSaved={(account) => void navigate(paths.customer(account.id))} close={close} />
}
