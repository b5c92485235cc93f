import { Camera } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toast } from 'sonner'
import { parseCode } from '#shared/codes/read-code.ts'
import { isProductOf, piecesIn } from '#shared/codes/product-codes.ts'
import { IdempotencyKey } from '#web/api/idempotency-key.ts'
import { useScanner } from '#web/session/use-scanner.ts'
import { useScans } from '#web/session/scans.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { CountStepper } from './count-stepper.tsx'
import { useShelfOffline } from './hold-shelf.ts'
import { usePortal } from './portal-context.ts'
import { type CountKind, readDraft, saveDraft } from './shelf-store.ts'
import { saveCount } from './unsent-shelf-counts.ts'

const CameraDialog = lazy(() => import('#web/ui/camera/camera-dialog.tsx'))

export interface Countable {
  id: string
  name: string
  rows: {
    /** Id of the counted product or lot. */
    key: string
    product: { id: string; sku: string; barcode: string | null; name: string }
    /** If set, only pieces of this lot. */
    lotNumber: string | null
    label: string
    note: string
    /** Pieces per press. */
    step: number
  }[]
}

/** Counts rows by tapping or scanning; stores the entries on the device until they are sent. */
export function ShelfCounting({ kind, shelf }: { kind: CountKind; shelf: Countable }) {
  const {
    base,
    home: { today },
  } = usePortal()
  const navigate = useNavigate()
  const { id: userId } = useUser()
  const [counted, setCounted] = useState<Record<string, number>>()
  const [problem, setProblem] = useState<string>()
  const [hasCamera, setCamera] = useState(false)
  const [isSaving, setSaving] = useState(false)
  useEffect(() => {
    readDraft(userId, shelf.id).then(setCounted, () => setCounted({}))
  }, [userId, shelf.id])
  const entries = counted ?? {}
  const enter = (key: string, quantity: number | null) => {
    const { [key]: _, ...others } = entries
    const next = quantity === null ? others : { ...others, [key]: quantity }
    setCounted(next)
    saveDraft(userId, shelf.id, next).catch(() => {
      setProblem('This browser can’t keep the count. Finish it before you close the page.')
    })
  }

  function take(sent: string) {
    setProblem(undefined)
    const reading = parseCode(sent, today)
    if (!reading.ok) return setProblem(reading.problem)
    const lotNumber = reading.code.kind === 'gs1' ? reading.code.values.lotNumber : undefined
    const named = shelf.rows.filter(
      (row) =>
        isProductOf(reading.code, row.product) &&
        (row.lotNumber === null || lotNumber === undefined || row.lotNumber.toLowerCase() === lotNumber.toLowerCase()),
    )
    const [row] = named
    if (!row) return setProblem('Nothing here has this code.')
    document.getElementById(`count-${row.key}`)?.scrollIntoView({ block: 'center' })
    if (named.length > 1) return setProblem(`${row.product.name} is here in several lots. Tap the lot.`)
    const quantity = (entries[row.key] ?? 0) + piecesIn(reading.code)
    enter(row.key, quantity)
    toast.success(`${row.label}: ${quantity.toLocaleString('en')}`)
  }
  useShelfOffline()
  useScanner()
  useScans(take, counted !== undefined)

  const lines = shelf.rows.flatMap(({ key }) => {
    const pieces = entries[key]
    return pieces === undefined ? [] : [{ key, counted: pieces }]
  })

  async function finish() {
    setSaving(true)
    const countId = new IdempotencyKey().keyFor('')
    const count = { countId, userId, kind, shelfId: shelf.id, shelfName: shelf.name, lines }
    try {
      await saveCount({ ...count, countedAt: new Date().toISOString() })
      void navigate(`${base}/shelf`)
    } catch {
      setProblem('This browser can’t keep the count. Try again.')
      setSaving(false)
    }
  }

  return (
    <>
      <PageHeader
        title={`Count ${shelf.name}`}
        help="What you enter is kept on this device until it is sent."
        breadcrumbs={
          <Breadcrumbs>
            <Link to={`${base}/shelf`}>Shelf</Link>
          </Breadcrumbs>
        }
        action={
          <Button size="lg" onClick={() => setCamera(true)}>
            <Camera aria-hidden />
            Scan
          </Button>
        }
      />
      {problem && (
        <Notice tone="bad" onClose={() => setProblem(undefined)}>
          {problem}
        </Notice>
      )}
      <Card>
        {counted === undefined ? (
          <SkeletonText lines={6} />
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {shelf.rows.map(({ key, label, note, step }) => (
              <li key={key} id={`count-${key}`} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <div className="min-w-0 flex-1 basis-48">
                  <p className="wrap-anywhere font-medium">{label}</p>
                  <p className="wrap-anywhere text-muted text-table">{note}</p>
                </div>
                <CountStepper
                  label={label}
                  value={counted[key] ?? null}
                  step={step}
                  onChange={(quantity) => enter(key, quantity)}
                />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" size="lg" busy={isSaving} disabled={lines.length === 0} onClick={() => void finish()}>
          Finish count
        </Button>
        <p className="text-muted" aria-live="polite">
          {lines.length} of {shelf.rows.length} counted
        </p>
      </div>
      {hasCamera && (
        <Suspense>
          <CameraDialog onCode={take} close={() => setCamera(false)} />
        </Suspense>
      )}
    </>
  )
}
