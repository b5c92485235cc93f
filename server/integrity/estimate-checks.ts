import { estimateMachine } from '#shared/sales/estimates/estimate-transitions.ts'
import { type Check, documents, money, transitionPath } from './check-rules.ts'

/** Estimates and the customers' answers to them. */
export const estimateChecks: readonly Check[] = [
  {
    id: 'V9 estimate',
    title: 'The total of an estimate is the sum of its lines.',
    rows: documents(
      'estimate',
      'estimates',
      `select e.id, 'total ' || ${money('e.total')} || ', tax ' || ${money('e.tax')} || ', discount ' || ${money('e.discount')} as says,
          'lines add up to ' || ${money('coalesce(l.gross, 0)')} || ', ' || ${money('coalesce(l.tax, 0)')} || ', '
            || ${money('coalesce(l.discount, 0)')} as explained
        from estimates e left join (select estimate_id, sum(gross) as gross, sum(tax) as tax, sum(discount) as discount
          from estimate_lines group by 1) l on l.estimate_id = e.id
        where (e.total, e.tax, e.discount) is distinct from (coalesce(l.gross, 0), coalesce(l.tax, 0), coalesce(l.discount, 0))`,
    ),
  },
  {
    id: 'V12 estimate',
    title: 'The status of an estimate follows from its history.',
    rows: transitionPath({
      kind: 'estimate',
      table: 'estimates',
      moves: 'estimate_moves',
      document: 'estimate_id',
      machine: estimateMachine,
      initial: 'Draft',
      mayStay: true,
    }),
  },
  {
    id: 'V12 answer',
    title: 'Accepted and declined estimates match the recorded answer.',
    rows: documents(
      'estimate',
      'estimates',
      `select e.id, 'it is ' || e.status as says, coalesce('it was ' || w.answer, 'nobody answered') as explained
        from estimates e left join estimate_answers w on w.estimate_id = e.id
        where w.answer is null and e.status in ('Accepted', 'Converted', 'Declined')
          or w.answer = 'declined' and e.status <> 'Declined'
          or w.answer = 'accepted' and e.status not in ('Accepted', 'Converted', 'Cancelled')`,
    ),
  },
]
