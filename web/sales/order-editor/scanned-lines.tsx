import { useFormContext } from 'react-hook-form'
import { scanApi } from '#shared/inventory/lots/scan-api.ts'
import { call } from '#web/api/client.ts'
import { useScanQueue } from '#web/api/use-scan-queue.tsx'
import { blankLine, isBlank, type OrderValues, soldProduct } from './order-values.ts'
import { useScans } from '#web/session/scans.ts'

/** Each scan of a product adds one piece (or the quantity in its code) to its line, or adds a new line. */
export function useScannedLines(replace: (lines: OrderValues['lines']) => void) {
  const { getValues } = useFormContext<OrderValues>()
  const { enqueue, setProblem, setLiveMessage, notice } = useScanQueue('Not added')

  async function add(code: string) {
    const { found, content, doubt } = await call(scanApi.scan, { query: { code } }, { quiet: true })
    const products = found.flatMap(({ product }) => product ?? [])
    const [product] = products
    if (!product) return setProblem(`No product has the code ${content.text}. ${doubt ?? ''}`.trim())
    if (products.some(({ id }) => id !== product.id)) {
      return setProblem(`Several products have the code ${content.text}: choose one by name.`)
    }
    const written = getValues('lines').filter((line) => !isBlank(line))
    const at = written.findIndex((line) => line.product?.id === product.id)
    const pieces = (written[at]?.quantity ?? 0) + (content.quantity ?? 1)
    const line = { ...(written[at] ?? blankLine), product: soldProduct(product), quantity: pieces }
    replace(at < 0 ? [...written, line] : written.with(at, line))
    setLiveMessage(`${product.name}: ${pieces.toLocaleString()}`)
  }
  useScans((code) => enqueue(() => add(code)))
  return { notice }
}
