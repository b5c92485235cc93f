import { type RawBuilder, sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { invalid } from '#shared/http/refusal.ts'
import type { OfferedAddress } from '#shared/crm/partners/postal-addresses-api.ts'
import type { NewShipTo } from '#shared/crm/partners/postal-address.ts'
import type { PostalAddress } from '#shared/crm/partners/postal-address.ts'
import type { Db, Tx } from '#server/db/database.ts'
import * as json from '#server/db/json-text.ts'
import type { Work } from './work.ts'

type Side = 'ship' | 'bill'
const kindOf = { ship: 'shipping', bill: 'billing' } as const

/**
 * The current shipping or billing address of a document `doc` (an order, an estimate) of the account `a`, as JSON. The first of
 * these that exists: for shipping, the address stored in the document itself (new_ship_to: entered by the customer, or deleted
 * from the account since); the chosen address of the account; the account's main address.
 */
export const chosenAddress = (doc: 'o' | 'e' | 'q', side: Side): RawBuilder<string> => {
  const id = sql.ref(`${doc}.${side}_to_id`)
  const entered = side === 'bill' ? sql`null::jsonb` : sql.ref(`${doc}.new_ship_to`)
  return sql<string>`coalesce(${entered} || jsonb_build_object('id', null, 'country', coalesce(${entered}->>'country', a.country),
      'latitude', null, 'longitude', null, 'taxNumber', a.tax_number), (select jsonb_build_object('id', d.id, 'name', d.name, 'address', d.address,
      'country', coalesce(d.country, a.country), 'latitude', d.latitude, 'longitude', d.longitude, 'taxNumber', a.tax_number)
      from addresses d where d.id = ${id} and d.account_id = a.id),
    jsonb_build_object('id', null, 'name', null, 'address', a.address, 'country', a.country, 'latitude', a.latitude,
      'longitude', a.longitude, 'taxNumber', a.tax_number))`
}

/** The address of the order `o`: the copy that was stored when it was confirmed, or else its current `chosenAddress`. */
export const orderAddress = (side: Side): RawBuilder<unknown> => {
  const frozen = sql.ref(`o.${side}_to`)
  const id = sql.ref(`o.${side}_to_id`)
  return sql`case when ${frozen} is not null then ${frozen} || jsonb_build_object('id', ${id}) else ${chosenAddress('o', side)} end`
}

/** The fields of `orderAddress` that lists and pages show, as JSON text. */
export const shownOrderAddress = (side: Side): json.JsonText => {
  const [frozen, id] = [sql.ref(`o.${side}_to`), sql.ref(`o.${side}_to_id`)]
  const shown = (of: Record<keyof PostalAddress, RawBuilder<unknown>>) =>
    json.object<PostalAddress>({
      id: json.plainText(of.id),
      name: json.anyText(of.name),
      address: json.anyText(of.address),
      country: json.anyText(of.country),
    })
  const none = sql`null::text`
  const addressColumns = (from: RawBuilder<unknown>) => ({
    name: sql`${from}->>'name'`,
    address: sql`${from}->>'address'`,
    country: sql`${from}->>'country'`,
  })
  const country = sql`coalesce(o.new_ship_to->>'country', a.country)`
  const entered =
    side === 'ship'
      ? sql`when o.new_ship_to is not null then ${shown({ ...addressColumns(sql`o.new_ship_to`), country, id: none })}`
      : sql``
  return sql<string>`case when ${frozen} is not null then ${shown({ ...addressColumns(frozen), id })} ${entered}
    else coalesce(case when ${id} is not null then (select ${shown({
      id: sql`d.id`,
      name: sql`d.name`,
      address: sql`d.address`,
      country: sql`coalesce(d.country, a.country)`,
    })} from addresses d where d.id = ${id} and d.account_id = a.id) end,
    ${shown({ id: none, name: none, address: sql`a.address`, country: sql`a.country` })}) end`
}

/**
 * The columns of `orderAddress('ship')`, for joins. A stored copy without coordinates gets those that the customer's address was
 * given since, while its text is still the same.
 */
export const shipToSql = sql`(select x.name, x.address, x.country, coalesce(x.latitude, n.latitude) as latitude,
    coalesce(x.longitude, n.longitude) as longitude
  from jsonb_to_record(${orderAddress('ship')})
    as x(name text, address text, country text, latitude double precision, longitude double precision)
  left join lateral jsonb_to_record(case when x.latitude is null then ${chosenAddress('o', 'ship')} end)
    as n(address text, latitude double precision, longitude double precision) on x.address = n.address)`

/** The lines of `shipToSql`: "Dock 3", "Rear gate, 44 Hospital Way", "Ireland". A country alone is no address. */
export const shipToText = sql<
  string | null
>`nullif(concat_ws(E'\\n', d.name, d.address, case when d.address is not null then d.country end), '')`

/**
 * The default address of an account for goods or invoices: the oldest of that kind, geocoded ones first. For the invoices of an
 * account without a main address, a shipping address stands in for a missing billing address.
 */
const defaultAddress = (accountId: RawBuilder<unknown>, side: Side): RawBuilder<unknown> => {
  const ofKind = (
    kind: string,
  ) => sql`(select d.id from addresses d where d.account_id = ${accountId} and d.kind = ${kind}
    order by d.latitude is null, d.created_at, d.id limit 1)`
  if (side === 'ship') return ofKind(kindOf.ship)
  return sql`coalesce(${ofKind(kindOf.bill)}, case when
    (select m.address is null from accounts m where m.id = ${accountId}) then ${ofKind(kindOf.ship)} end)`
}

/** All addresses that a document of the account can use, the main address first. */
export async function offeredAddresses(db: Db | Tx, accountId: string): Promise<OfferedAddress[]> {
  const { rows } = await sql<OfferedAddress>`
    with usual as (select ${defaultAddress(sql`${accountId}::uuid`, 'ship')} as ship,
      ${defaultAddress(sql`${accountId}::uuid`, 'bill')} as bill),
    known as (
      select null::uuid as id, null as kind, null as name, a.address, a.country, null::timestamptz as created_at
        from accounts a where a.id = ${accountId}
      union all
      select d.id, d.kind, d.name, d.address, coalesce(d.country, a.country), d.created_at
        from addresses d join accounts a on a.id = d.account_id where d.account_id = ${accountId})
    select k.id, k.kind, k.name, k.address, k.country, k.id is not distinct from u.ship as "isShippingDefault",
      k.id is not distinct from u.bill as "isBillingDefault"
    from known k, usual u order by k.created_at nulls first, k.id`.execute(db)
  return rows
}

export interface AddressChoice {
  /** Null is the main address. If undefined, the address of `before` is kept, or else the default is used. */
  shipToId?: string | null | undefined
  billToId?: string | null | undefined
  /** An address that the customer has entered, instead of one of the account's. */
  newShipTo?: NewShipTo | null | undefined
}

export interface ChosenAddresses {
  shipToId: string | null
  billToId: string | null
  newShipTo: NewShipTo | null
}
type StoredAddresses = { accountId: string; newShipTo?: NewShipTo | null } & Omit<ChosenAddresses, 'newShipTo'>

/** The value of the column `new_ship_to`. */
export const enteredSql = (address: NewShipTo | null) => sql`${address && JSON.stringify(address)}::jsonb`

/** The addresses of a new document, as SQL for its insert statement, which looks up the defaults itself. */
export async function newAddresses(
  work: Work,
  accountId: string,
  choice: AddressChoice,
): Promise<Record<'ship' | 'bill' | 'entered', RawBuilder<unknown>>> {
  if (choice.shipToId === undefined && choice.billToId === undefined && !choice.newShipTo)
    return {
      ship: defaultAddress(sql`${accountId}::uuid`, 'ship'),
      bill: defaultAddress(sql`${accountId}::uuid`, 'bill'),
      entered: enteredSql(null),
    }
  const { shipToId, billToId, newShipTo } = await chooseAddresses(work, accountId, choice)
  return { ship: sql`${shipToId}::uuid`, bill: sql`${billToId}::uuid`, entered: enteredSql(newShipTo) }
}

/** The addresses of a document, after checking that they are the customer's. `before` is the document that is changed or copied. */
export async function chooseAddresses(
  work: Work,
  accountId: string,
  choice: AddressChoice,
  before?: StoredAddresses,
): Promise<ChosenAddresses> {
  if (choice.newShipTo && choice.shipToId !== undefined)
    throw invalid('newShipTo', 'can’t be given together with another address')
  const entered = choice.newShipTo && (await knownOrNew(work, accountId, choice.newShipTo))
  const previous = before?.accountId === accountId ? before : undefined
  const requested = { ship: entered ? entered.id : choice.shipToId, bill: choice.billToId }
  const wanted = [requested.ship, requested.bill].filter((id) => typeof id === 'string')
  const { rows } = await sql<{ ship: string | null; bill: string | null; known: string[] }>`select
      ${defaultAddress(sql`${accountId}::uuid`, 'ship')} as ship, ${defaultAddress(sql`${accountId}::uuid`, 'bill')} as bill,
      array(select d.id from addresses d where d.account_id = ${accountId} and d.id = any(${listOf(wanted)})) as known`.execute(
    work.tx,
  )
  const known = new Set(rows[0]?.known)
  const idOf = (side: Side, usual: string | null | undefined): string | null => {
    const id = requested[side]
    if (id === undefined) return usual === undefined ? (rows[0]?.[side] ?? null) : usual
    if (id !== null && !known.has(id.toLowerCase())) throw invalid(`${side}ToId`, 'is not an address of the customer')
    return id
  }
  return {
    shipToId: idOf('ship', previous?.shipToId),
    billToId: idOf('bill', previous?.billToId),
    newShipTo: entered ? entered.address : requested.ship === undefined ? (previous?.newShipTo ?? null) : null,
  }
}

const plain = (words: string | null) => (words ?? '').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Uses the customer's existing address if the entered one has the same text. */
async function knownOrNew(
  work: Work,
  accountId: string,
  entered: NewShipTo,
): Promise<{ id: string | null; address: NewShipTo | null }> {
  const offered = await offeredAddresses(work.tx, accountId)
  const known = offered.find(
    ({ kind, address, country }) =>
      kind !== 'billing' &&
      plain(address) === plain(entered.address) &&
      (!entered.country || plain(country) === plain(entered.country)),
  )
  return known ? { id: known.id, address: null } : { id: null, address: entered }
}
