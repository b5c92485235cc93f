import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { scanApi } from '#shared/inventory/scan-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { blankLine, isBlank, type OrderValues, soldProduct } from '#web/sales/order-values.ts'
import { useScans } from '#web/session/scans.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Each scan of a product adds a piece of it, or as many as its code says, to its line or to a new one. */
export function useScannedLines(replace: (lines: OrderValues['lines']) => void) {
  const { getValues } = useFormContext<OrderValues>()
  const [problem, setProblem] = useState<string>()
  const [added, setAdded] = useState('')
  // One after the other: two quick scans of a product must both count.
  const queue = useRef<Promise<void>>(Promise.resolve())

  async function add(code: string) {
    setProblem(undefined)
    try {
      const { found, content, doubt } = await call(scanApi.scan, { query: { code } }, { quiet: true })
      const products = found.flatMap(({ product }) => product ?? [])
      const [product] = products
      if (!product) return setProblem(`No product has the code ${content.text}. ${doubt ?? ''}`.trim())
      if (products.some(({ id }) => id !== product.id)) {
        return setProblem(`Several products have the code ${content.text}: pick one by its name.`)
      }
      const pieces = content.quantity ?? 1
      const written = getValues('lines').filter((line) => !isBlank(line))
      const at = written.findIndex((line) => line.product?.id === product.id)
      const before = written[at]?.quantity ?? 0
      const line = { ...(written[at] ?? blankLine), product: soldProduct(product), quantity: before + pieces }
      replace(at < 0 ? [...written, line] : written.with(at, line))
      setAdded(`${product.name}: ${(before + pieces).toLocaleString()}`)
    } catch (error) {
      setProblem(error instanceof ApiError ? (error.fields?.['code'] ?? error.message) : String(error))
    }
  }
  useScans((code) => {
    queue.current = queue.current.then(() => add(code))
  })

  const notice = (
    <>
      <p role="status" className="sr-only">
        {added}
      </p>
      {problem && (
        <Notice
          tone="bad"
          title="Not added"
          action={
            <Button size="sm" variant="ghost" onClick={() => setProblem(undefined)}>
              Close
            </Button>
          }
        >
          {problem}
        </Notice>
      )}
    </>
  )
  return { notice }
}
