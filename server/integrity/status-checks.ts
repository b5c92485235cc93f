import { opportunityStages, whyNotStage } from '#shared/crm/opportunities/opportunity-stages.ts'
import { openProspectStatuses, prospectMachine } from '#shared/crm/prospects/prospect-transitions.ts'
import { countMachine } from '#shared/inventory/counts/count-transitions.ts'
import { lotMachine } from '#shared/inventory/stock/lot-status.ts'
import { documentMachine } from '#shared/inventory/stock/stock-document.ts'
import { purchaseMachine } from '#shared/purchasing/orders/purchase-transitions.ts'
import { orderMachine } from '#shared/sales/orders/order-transitions.ts'
import { type Check, documents, transitionPath } from './check-rules.ts'

const stageMoves = Object.fromEntries(
  opportunityStages.map((to) => [to, { from: opportunityStages.filter((from) => !whyNotStage(from, to)), to }]),
)

/** Every status results from the recorded transitions, each of which must be allowed. */
export const statusChecks: readonly Check[] = [
  {
    id: 'V12 order',
    title: 'The status of a sales order follows from its history.',
    rows: transitionPath({
      kind: 'salesOrder',
      table: 'sales_orders',
      moves: 'sales_order_moves',
      document: 'order_id',
      documents: `d.origin <> 'import'`,
      machine: orderMachine,
      initial: 'PENDING',
      mayStay: false,
    }),
  },
  {
    id: 'V12 purchase',
    title: 'The status of a purchase order follows from its history.',
    rows: transitionPath({
      kind: 'purchaseOrder',
      table: 'purchase_orders',
      moves: 'purchase_order_moves',
      document: 'order_id',
      machine: purchaseMachine,
      initial: 'Draft',
      mayStay: true,
    }),
  },
  {
    id: 'V12 transfer',
    title: 'The status of a stock transfer follows from its history.',
    rows: transitionPath({
      kind: 'stockTransfer',
      table: 'stock_transfers',
      moves: 'stock_document_moves',
      document: 'document_id',
      where: `document_type = 'transfer'`,
      machine: documentMachine,
      initial: 'pending',
      mayStay: true,
    }),
  },
  {
    id: 'V12 kit',
    title: 'The status of a kit order follows from its history.',
    rows: transitionPath({
      kind: 'kitOrder',
      table: 'kit_orders',
      moves: 'stock_document_moves',
      document: 'document_id',
      where: `document_type = 'kit'`,
      machine: documentMachine,
      initial: 'pending',
      mayStay: true,
    }),
  },
  {
    id: 'V12 count',
    title: 'The status of a count follows from its history.',
    rows: transitionPath({
      kind: 'stockCount',
      table: 'stock_counts',
      moves: 'stock_count_moves',
      document: 'count_id',
      machine: countMachine,
      initial: 'PLANNED',
      mayStay: true,
    }),
  },
  {
    id: 'V12 lot',
    title: 'The status of a lot follows from its history.',
    rows: transitionPath({
      kind: 'lot',
      table: 'lots',
      name: 'd.lot_number',
      moves: 'lot_changes',
      document: 'lot_id',
      move: 'act',
      machine: lotMachine,
      initial: lotMachine.initial,
      mayStay: true,
      isBorn: true,
    }),
  },
  {
    id: 'V12 prospect',
    title: 'The status of a prospect follows from its history.',
    rows: transitionPath({
      kind: 'prospect',
      table: 'prospects',
      name: 'd.name',
      moves: 'pipeline_moves',
      document: 'subject_id',
      move: null,
      machine: prospectMachine,
      initial: openProspectStatuses,
      mayStay: false,
    }),
  },
  {
    id: 'V12 opportunity',
    title: 'The stage of a sales opportunity follows from its history.',
    rows: transitionPath({
      kind: 'opportunity',
      table: 'opportunities',
      name: 'd.title',
      status: 'stage',
      moves: 'pipeline_moves',
      document: 'subject_id',
      move: null,
      machine: { moves: stageMoves },
      initial: 'New',
      mayStay: false,
    }),
  },
  {
    id: 'V12 recall',
    title: 'A recall is closed exactly when it was ended.',
    rows: documents(
      'recall',
      'recalls',
      `select r.id, 'it is ' || r.status as says, coalesce('its last act is ' || a.act, 'no act ended it') as explained
        from recalls r left join (select distinct on (entity_id) entity_id, act from audit_log
          where entity = 'recall' and act in ('recall.closed', 'recall.withdrawn') order by entity_id, id desc) a on a.entity_id = r.id
        where (r.status <> 'OPEN') <> (r.ended_at is not null) or r.status <>
          case a.act when 'recall.closed' then 'CLOSED' when 'recall.withdrawn' then 'WITHDRAWN' else 'OPEN' end`,
    ),
  },
]
