import { useSearchParams } from 'react-router'
import { crmApi } from '#shared/crm/partners/api.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useNewRecord } from '#web/forms/record-form.tsx'
import { paths } from '#web/paths.ts'
import { EstimateForm } from './estimate-form.tsx'
import { estimateBody, type EstimateValues, newEstimate } from './estimate-values.ts'
import { buyerOf, orderField } from '#web/sales/order-editor/order-values.ts'
import { useCan } from '#web/session/session.ts'
import { useToday } from '#web/session/today.ts'
import { Notice } from '#web/ui/notice.tsx'
import { NoRight, RecordGate } from '#web/records/record-gate.tsx'
import { customerPlace, estimatePlace, opportunityPlace } from '#web/records/record-places.ts'

const title = 'New estimate'

/** Creates an estimate; `?opportunity=<id>` starts with the products of an opportunity, `?customer=<id>` with a customer. */
export default function EstimateNewPage() {
  const [params] = useSearchParams()
  const id = params.get('opportunity') ?? undefined
  const customer = params.get('customer') ?? undefined
  const mayWrite = useCan('salesOrders.edit')
  const today = useToday()
  const opportunity = useApiQuery(
    opportunitiesApi.getOpportunity,
    { params: { id: id ?? '' } },
    { enabled: id !== undefined },
  )
  const accountId = opportunity.data?.account?.id ?? (id === undefined ? customer : undefined)
  const account = useApiQuery(
    crmApi.getAccount,
    { params: { id: accountId ?? '' } },
    { enabled: accountId !== undefined },
  )
  if (!mayWrite) return <NoRight title={title} place={estimatePlace} />
  if (id === undefined && accountId) {
    return (
      <RecordGate query={account} place={customerPlace} title={title}>
        {(found) => <NewEstimateForm start={{ ...newEstimate(today), customer: buyerOf(found) }} />}
      </RecordGate>
    )
  }
  if (id === undefined) return <NewEstimateForm start={newEstimate(today)} />
  if (opportunity.data && !accountId) return <NewEstimateForm start={newEstimate(today)} isProspect />
  return (
    <RecordGate query={opportunity} place={opportunityPlace} title={title}>
      {() => (
        <RecordGate query={account} place={customerPlace} title={title}>
          {(found) => (
            <NewEstimateForm
              start={{ ...newEstimate(today), customer: buyerOf(found), opportunity: { id, accountId: found.id } }}
            />
          )}
        </RecordGate>
      )}
    </RecordGate>
  )
}

function NewEstimateForm({ start, isProspect = false }: { start: EstimateValues; isProspect?: boolean }) {
  const { notice, ...estimate } = useNewRecord({
    route: estimatesApi.createEstimate,
    draft: 'estimate',
    start,
    bodyOf: estimateBody,
    fieldOf: orderField,
    successMessage: ({ number }) => `Estimate ${number} saved`,
    page: ({ id }) => paths.estimate(id),
  })
  return (
    <EstimateForm
      {...estimate}
      title={title}
      notice={
        isProspect ? (
          <Notice tone="warn" title="The opportunity belongs to a prospect">
            Convert the prospect to a customer first, then the estimate can be linked to the opportunity.
          </Notice>
        ) : (
          notice
        )
      }
    />
  )
}
