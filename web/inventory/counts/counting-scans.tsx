import { Camera, PackagePlus } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { businessDate } from '#shared/dates.ts'
import { piecesIn } from '#shared/codes/product-codes.ts'
import { type Code, parseCode } from '#shared/codes/read-code.ts'
import type { CountDocument, CountLine } from '#shared/inventory/counts/count.ts'
import { type Found, scanApi, type Scanned } from '#shared/inventory/lots/scan-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { type CountingLine, linesNamedBy } from './counting-lines.ts'
import { hasLot } from './count-labels.ts'
import { UnexpectedDialog, type UnexpectedGoods } from './unexpected-dialog.tsx'
import { useScans } from '#web/session/scans.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDay } from '#shared/format-day.ts'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

const CameraDialog = lazy(() => import('#web/ui/camera/camera-dialog.tsx'))

type CountingScansProps = {
  count: CountDocument
  lines: readonly CountingLine[]
  openLine: CountingLine | undefined
  /** `add`: the pieces that a scan adds to the open line. */
  onLine: (lineId: string, add: number) => void
  onAdded: (line: CountLine) => void
}

/** Handles scans during counting: opens the line, asks which of several, or offers to add a line for unexpected goods. */
export function CountingScans({ count, lines, openLine, onLine, onAdded }: CountingScansProps) {
  const { timeZone } = useSettings()
  const [hasCamera, setCamera] = useState(false)
  const [choice, setChoice] = useState<{ lines: readonly CountingLine[]; goods: UnexpectedGoods; add: number }>()
  const [unexpected, setUnexpected] = useState<UnexpectedGoods>()
  const [problem, setProblem] = useState<string>()
  // Only the response to the latest scan is used.
  const latestTurn = useRef(0)

  async function take(sent: string) {
    const turn = (latestTurn.current += 1)
    setProblem(undefined)
    setChoice(undefined)
    const reading = parseCode(sent, businessDate(new Date(), timeZone))
    if (!reading.ok) return setProblem(reading.problem)
    const { code } = reading
    const named = linesNamedBy(code, lines)
    const add = piecesIn(code)
    const [only] = named
    if (only && named.length === 1) return onLine(only.id, only.id === openLine?.id ? add : 0)
    if (only) {
      // The code names only the product: adds pieces to the open line.
      if (openLine && named.some(({ id }) => id === openLine.id)) return onLine(openLine.id, add)
      return setChoice({
        lines: named,
        goods: goodsOf(code, { id: only.product.id, name: only.product.name, lotControlled: hasLot(only) }),
        add,
      })
    }
    try {
      const scanned = await call(scanApi.scan, { query: { code: sent } }, { quiet: true })
      if (turn !== latestTurn.current) return
      const goods = goodsFound(scanned, code)
      if (goods) setUnexpected(goods)
      else setProblem(wordsOf(scanned, count))
    } catch (error) {
      if (turn !== latestTurn.current) return
      if (error instanceof ApiError && error.status === 0) {
        setProblem('No line in this count has this code. You are offline, so it cannot be added: set it aside.')
      } else setProblem(error instanceof ApiError ? (error.fields['code'] ?? error.message) : String(error))
    }
  }
  useScans((code) => void take(code), unexpected === undefined)

  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <Button size="lg" variant="primary" onClick={() => setCamera(true)}>
          <Camera aria-hidden />
          Scan
        </Button>
        <Button size="lg" onClick={() => setUnexpected(goodsOf(undefined, undefined))}>
          <PackagePlus aria-hidden />
          Add goods
        </Button>
      </div>
      {problem && (
        <Notice tone="bad" title="Not found in this count" onClose={() => setProblem(undefined)}>
          {problem}
        </Notice>
      )}
      {hasCamera && (
        <Suspense>
          <CameraDialog onCode={(code) => void take(code)} close={() => setCamera(false)} />
        </Suspense>
      )}
      {choice && (
        <WhichLine
          {...choice}
          onLine={(lineId) => {
            setChoice(undefined)
            onLine(lineId, 0)
          }}
          onOther={() => {
            setUnexpected(choice.goods)
            setChoice(undefined)
          }}
          close={() => setChoice(undefined)}
        />
      )}
      {unexpected && (
        <UnexpectedDialog
          count={count}
          goods={unexpected}
          onAdded={(line) => {
            setUnexpected(undefined)
            onAdded(line)
          }}
          close={() => setUnexpected(undefined)}
        />
      )}
    </>
  )
}

const goodsOf = (code: Code | undefined, product: UnexpectedGoods['product']): UnexpectedGoods => ({
  product,
  lotNumber: code?.kind === 'gs1' ? (code.values.lotNumber ?? '') : '',
  expiryDate: code?.kind === 'gs1' ? (code.values.expiryDate ?? '') : '',
})

/** Goods that the company has a record of, but the count has no line for. */
function goodsFound({ found }: Scanned, code: Code): UnexpectedGoods | undefined {
  const one = found.find(({ product }) => product !== null)
  if (!one?.product) return undefined
  const { id, name, lotControlled } = one.product
  const goods = goodsOf(code, { id, name, lotControlled })
  return one.lot && one.lot.id !== id ? { ...goods, ...lotOf(one.lot) } : goods
}
const lotOf = ({ lotNumber, expiryDate }: NonNullable<Found['lot']>) => ({ lotNumber, expiryDate: expiryDate ?? '' })

function wordsOf({ content, found, doubt }: Scanned, count: CountDocument): string {
  const [other] = found
  if (other?.id === count.id) return 'That is the number of this count.'
  if (other?.type === 'rawMaterial' || other?.type === 'lot') return `This count has no line for ${other.label}.`
  if (other) return `${other.label} cannot be counted.`
  return `Nothing has the code ${content.text}. ${doubt ?? ''}`.trim()
}

type WhichLineProps = {
  lines: readonly CountingLine[]
  onLine: (lineId: string) => void
  onOther: () => void
  close: () => void
}

/** Asks for the line if the code matches a product in several lots or places. */
function WhichLine({ lines, onLine, onOther, close }: WhichLineProps) {
  return (
    <Dialog open onOpenChange={close} size="sm" title="Which one is it?" description={lines[0]?.product.name}>
      <DialogBody>
        <ul className="flex flex-col gap-2">
          {lines.map((line) => (
            <li key={line.id}>
              <Button size="lg" className="h-auto min-h-14 w-full justify-start py-2" onClick={() => onLine(line.id)}>
                <span className="flex flex-col items-start text-left">
                  <span>{hasLot(line) ? `Lot ${line.lot.lotNumber}` : line.product.name}</span>
                  <span className="font-normal text-muted text-table">
                    {[line.lot.expiryDate && `exp. ${formatDay(line.lot.expiryDate)}`, line.location.name]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
              </Button>
            </li>
          ))}
        </ul>
        <Button size="lg" variant="ghost" onClick={onOther}>
          Another lot or location…
        </Button>
      </DialogBody>
    </Dialog>
  )
}
