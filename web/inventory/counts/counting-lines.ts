import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hasGtin } from '#shared/codes/product-codes.ts'
import type { Code } from '#shared/codes/read-code.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountLine } from '#shared/inventory/counts/count.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { hasLot } from './count-labels.ts'
import { type Unsent, useTakenLines, useUnsent } from './unsent-counts.ts'

/** A count line with this device's entry that is not sent yet. */
export type CountingLine = CountLine & { unsent: Unsent | null }

const pageSize = 200

/** Loads all lines of a count, so that a scan finds its line at once, online or offline. */
export function useCountingLines(id: string) {
  const client = useQueryClient()
  const queryKey = [countsApi.listCountLines.path, { id }, 'every']
  const every = useQuery<CountLine[], ApiError>({
    queryKey,
    queryFn: async ({ signal }) => {
      const lines: CountLine[] = []
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
        const query = { limit: pageSize, ...(cursor && { cursor }) }
        const page = await call(countsApi.listCountLines, { params: { id }, query }, { signal, quiet: !isFirst })
        lines.push(...page.data)
        cursor = page.nextCursor ?? undefined
      }
      return lines
    },
  })
  const unsent = useUnsent(id)
  const take = (line: CountLine) =>
    client.setQueryData<CountLine[]>(queryKey, (old) => {
      if (!old) return old
      return old.some((one) => one.id === line.id)
        ? old.map((one) => (one.id === line.id && one.version <= line.version ? line : one))
        : [...old, line]
    })
  useTakenLines((line, countId) => {
    if (countId === id) take(line)
    void client.invalidateQueries({ queryKey: [countsApi.getCount.path] })
  })
  const lines = useMemo(() => {
    const waiting = new Map(unsent.map((entry) => [entry.lineId, entry]))
    return every.data?.map((line): CountingLine => ({ ...line, unsent: waiting.get(line.id) ?? null }))
  }, [every.data, unsent])
  return { lines, unsent, take, query: every }
}

/** Whether the line still has to be counted. An unsent entry counts as counted, unless the server refused it. */
export const isToDo = ({ state, unsent }: CountingLine): boolean =>
  unsent ? unsent.refusal !== null : state !== 'counted'

/** The lines that match a scanned code: by product, or by product and lot if the code has a lot. */
export function linesNamedBy(code: Code, lines: readonly CountingLine[]): CountingLine[] {
  if (code.kind === 'own') {
    if (code.what === 'product') return lines.filter(({ product }) => product.id === code.id)
    return code.what === 'lot' ? lines.filter(({ lot }) => lot.id === code.id) : []
  }
  if (code.kind === 'gtin') return lines.filter((line) => hasGtin(line.product, [code.gtin, code.also ?? '']))
  if (code.kind === 'gs1') {
    const { gtin, lotNumber } = code.values
    if (gtin === undefined && lotNumber === undefined) return []
    return lines.filter(
      (line) =>
        (gtin === undefined || hasGtin(line.product, [gtin])) &&
        (lotNumber === undefined || !hasLot(line) || same(line.lot.lotNumber, lotNumber)),
    )
  }
  // A lot that was produced or packed here has the number of its document.
  if (code.kind === 'document') return lines.filter(({ lot }) => same(lot.lotNumber, code.number))
  if (code.kind !== 'text') return []
  const byProduct = lines.filter(
    ({ product }) => same(product.sku, code.text) || same(product.barcode ?? '', code.text),
  )
  return byProduct.length > 0 ? byProduct : lines.filter((line) => hasLot(line) && same(line.lot.lotNumber, code.text))
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
