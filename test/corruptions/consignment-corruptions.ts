import type { Corruption } from './corruption.ts'

/** Consignment stock at customers. */
export const consignmentCorruptions: Record<string, Corruption> = {
  'V21 consigned': {
    victim: `select id from locations where consignee_id is not null limit 1`,
    sql: [
      `update commitment set location_id = '{v}' where id = (select id from commitment
        where source_type = 'sales_order' and state = 'open' order by id limit 1)`,
    ],
    says: /^\d+ pieces are reserved for SO-\S+; they are consignment stock$/,
  },
  'V21 used': {
    victim: `select order_id as id from consignment_counts where order_id is not null limit 1`,
    sql: [
      `update consignment_count_lines set expected = expected + 1 where count_id = (select id from consignment_counts
        where order_id = '{v}') and expected > counted`,
    ],
    says: /^its order took \d+ of a lot; the count shows a use of \d+$/,
  },
}
