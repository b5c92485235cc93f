import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type OpportunityRow, opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { CloseDay } from '#web/crm/opportunities/close-day.tsx'
import { OpportunityDialog } from '#web/crm/opportunities/opportunity-dialog.tsx'
import { OpportunityStageBadge } from '#web/crm/opportunities/opportunity-stage.tsx'
import { maxRows, NewestList } from '#web/crm/partners/newest-list.tsx'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import type { Column } from '#web/ui/table/column.ts'

const columnsIn = (currency: string): Column<OpportunityRow>[] => [
  { id: 'title', header: 'Opportunity', cell: ({ title }) => title },
  { id: 'stage', header: 'Stage', cell: ({ stage }) => <OpportunityStageBadge stage={stage} />, phone: 'corner' },
  { id: 'expectedClose', header: 'Expected close', cell: (row) => <CloseDay row={row} />, phone: true },
  {
    id: 'value',
    header: `Value, ${currency}`,
    cell: ({ value }) => formatDecimalInput(value, 2),
    align: 'end',
    phone: true,
  },
]

/** The newest opportunities of a customer, with links to all and to a new one. */
export function CustomerOpportunities({ account }: { account: { id: string; name: string } }) {
  const { currency } = useSettings()
  const mayEdit = useCan('crm.edit')
  const [isAdding, setAdding] = useState(false)
  const columns = useMemo(() => columnsIn(currency), [currency])
  const query = { account: account.id, sort: '-createdAt', limit: maxRows } as const
  const opportunities = useApiQuery(opportunitiesApi.listOpportunities, { query })
  return (
    <>
      <NewestList
        title="Newest opportunities"
        all={{ to: `${paths.opportunities}?view=list&account=${account.id}`, label: 'All opportunities' }}
        more={
          mayEdit && (
            <Button size="sm" onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              Add opportunity
            </Button>
          )
        }
        columns={columns}
        result={opportunities}
        pathOf={paths.opportunity}
        empty={{ title: 'No opportunities yet', text: 'What they might buy, with its value and expected close.' }}
      />
      {isAdding && <OpportunityDialog account={account} close={() => setAdding(false)} />}
    </>
  )
}
