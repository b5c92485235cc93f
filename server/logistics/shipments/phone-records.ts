import { type RawBuilder, sql } from 'kysely'
import { utc } from '#server/db/timestamps.ts'

/** Pictures that an event of the phone, the row `v`, names and that are here by now. */
const filesSql = sql`coalesce((select json_agg(f.sha256 order by f.sha256) from driver_files f
    where f.driver_id = v.driver_id and f.complete_at is not null
      and (v.payload ->> 'signature' = f.sha256 or v.payload -> 'photos' ? f.sha256)), '[]'::json)`

/**
 * What phones sent that history would not show else, as rows of `at`, `place` (which of two at the same moment came first),
 * `actor`, `stop` and `record`: what changed nothing any more, what was refused and why, and the photos of failed deliveries.
 */
export const phoneRecords = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select v.received_at as at, 0::bigint as place, n.name as actor, b.name as stop, json_build_object('type', v.type,
      'outcome', v.outcome, 'happenedAt', ${utc(sql`v.device_at`)}, 'files', ${filesSql}, 'refusal', v.reason,
      'text', left(coalesce(v.payload ->> 'receivedBy', v.payload ->> 'text', nullif(concat_ws(': ', v.payload ->> 'reason',
        v.payload ->> 'note'), '')), 1000)) as record
    from driver_events v left join users n on n.id = v.driver_id left join route_stops k on k.id = v.stop_id
    left join sales_orders c on c.id = k.order_id left join accounts b on b.id = c.account_id
    where ${which} and (v.outcome <> 'applied' or v.type in ('stop.fail', 'note.add')
      and v.payload -> 'photos' ->> 0 is not null)`
