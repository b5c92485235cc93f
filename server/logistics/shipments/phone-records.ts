import { type RawBuilder, sql } from 'kysely'
import { utc } from '#server/db/timestamps.ts'

/** Pictures that the phone's event `v` refers to and that have been uploaded. */
const filesSql = sql`coalesce((select json_agg(f.sha256 order by f.sha256) from driver_files f
    where f.driver_id = v.driver_id and f.complete_at is not null
      and (v.payload ->> 'signature' = f.sha256 or v.payload -> 'photos' ? f.sha256)), '[]'::json)`

/**
 * Phone events that the history would not show otherwise, as rows of `at`, `place` (the order of events at the same time),
 * `actor`, `stop` and `record`: events without effect, refused events with the reason, and photos of failed deliveries and of
 * notes.
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
