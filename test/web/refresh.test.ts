import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { Call } from '#shared/http/route.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { listViewsApi } from '#shared/settings/list-views-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { apiQuery } from '#web/api/query.ts'
import { refetchedBy } from '#web/api/realtime-refetch.ts'
import { knowRefetched, refreshAfter, refreshIn, refreshed, refreshOnce, refused } from '#web/api/refresh.ts'

let client: QueryClient
const order = (id: string) => apiQuery(salesApi.getOrder, { params: { id } }).queryKey as readonly unknown[]
const list = [salesApi.listOrders.path, {}, {}]
const users = [usersApi.list.path, {}, {}]
const isOld = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated

beforeEach(() => {
  client = new QueryClient()
  refreshIn(client)
  knowRefetched(refetchedBy)
  for (const key of [order('a'), order('b'), list, users]) client.setQueryData(key, { id: key.at(-2), number: 'SO-0' })
})
const confirm: Call<(typeof salesApi.confirm)['spec']> = { params: { id: 'a' }, body: {} }

test('[RT-06] shows the response of a write at once; invalidates only what its events affect', () => {
  refreshAfter(salesApi.confirm, confirm, { id: 'a', number: 'SO-1' })
  expect(client.getQueryData(order('a'))).toEqual({ id: 'a', number: 'SO-1' })
  expect([order('a'), order('b'), list, users].map(isOld)).toEqual([true, true, true, false])
})

test('a row in the response of a write replaces the row in its lists at once, with the new version', () => {
  const views = [listViewsApi.listViews.path, {}, { list: 'products' }]
  const others = [listViewsApi.listViews.path, {}, { list: 'orders' }]
  const row = (id: string, version: number) => ({ id, version })
  client.setQueryData(views, { data: [row('a', 1), row('b', 1)] })
  client.setQueryData(others, { data: [row('c', 1)] })
  refreshAfter(listViewsApi.updateView, { params: { id: 'b' } }, row('b', 2))
  expect(client.getQueryData(views)).toEqual({ data: [row('a', 1), row('b', 2)] })
  expect(client.getQueryData(others)).toEqual({ data: [row('c', 1)] })
  expect([views, others].map(isOld)).toEqual([true, true])

  // An order's response has another form than the rows of its list.
  client.setQueryData(list, { data: [row('a', 1)] })
  refreshAfter(salesApi.confirm, confirm, row('a', 2))
  expect(client.getQueryData(list)).toEqual({ data: [row('a', 1)] })
})

test('a write that is refused with a version conflict invalidates the page’s data, too', () => {
  refreshAfter(salesApi.confirm, confirm, refused)
  expect([order('a'), list].map(isOld)).toEqual([true, true])
})

test('a deleted record is marked as stale but not refetched, unlike other records on the page', async () => {
  const requested: unknown[] = []
  const queryFn = ({ queryKey }: { queryKey: readonly unknown[] }) => {
    requested.push((queryKey[1] as { id: string }).id)
    return { id: 'b', number: 'SO-0' }
  }
  const shown = ['a', 'b'].map((id) => new QueryObserver(client, { queryKey: order(id), queryFn, staleTime: Infinity }))
  const leave = shown.map((observer) => observer.subscribe(() => {}))
  refreshAfter(salesApi.deleteOrder, { params: { id: 'a' } }, undefined)
  expect([order('a'), list].map(isOld)).toEqual([true, true])
  await refreshed()
  expect(requested).toEqual(['b'])
  for (const one of leave) one()
})

test('many writes in a row invalidate once, after the last', async () => {
  await refreshOnce(async () => {
    refreshAfter(salesApi.confirm, confirm, { id: 'a', number: 'SO-1' })
    expect(isOld(list)).toBe(false)
    await Promise.resolve()
  })
  expect(isOld(list)).toBe(true)
})
