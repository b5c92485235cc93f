import { Camera } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { toast } from 'sonner'
import { parseCode } from '#shared/codes/read-code.ts'
import { isProductOf, piecesIn } from '#shared/codes/product-codes.ts'
import { type Shelf, shelfApi } from '#shared/portal/shelf-api.ts'
import { IdempotencyKey } from '#web/api/idempotency-key.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useScanner } from '#web/session/use-scanner.ts'
import { useScans } from '#web/session/scans.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { CountStepper } from './count-stepper.tsx'
import { Loaded } from './loaded.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'
import { readDraft, saveDraft } from './shelf-store.ts'
import { saveCount } from './unsent-shelf-counts.ts'

const CameraDialog = lazy(() => import('#web/ui/camera/camera-dialog.tsx'))

/** Counts a shelf by tapping or scanning, with or without a connection. */
export default function ShelfCountPage() {
  const { id } = useParams()
  const { query, base } = usePortal()
  const mayKeep = useMayInPortal('keepShelves')
  const list = useApiQuery(shelfApi.listShelves, { query }, { untold: true })
  return (
    <Loaded query={list}>
      {({ data }) => {
        const shelf = data.find((one) => one.id === id)
        if (!shelf || !mayKeep)
          return (
            <EmptyState kind="no-match" title="Not found">
              This shelf is not there, or you can’t count it. <Link to={`${base}/shelf`}>All shelves</Link>
            </EmptyState>
          )
        return <Counting key={shelf.id} shelf={shelf} />
      }}
    </Loaded>
  )
}

function Counting({ shelf }: { shelf: Shelf }) {
  const { base } = usePortal()
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
  const enter = (productId: string, quantity: number) => {
    const next = { ...entries, [productId]: quantity }
    setCounted(next)
    saveDraft(userId, shelf.id, next).catch(() => {
      setProblem('This browser can’t keep the count. Finish it before you close the page.')
    })
  }

  function take(sent: string) {
    setProblem(undefined)
    const reading = parseCode(sent, new Date().toISOString().slice(0, 10))
    if (!reading.ok) return setProblem(reading.problem)
    const item = shelf.items.find(({ product }) => isProductOf(reading.code, product))
    if (!item) return setProblem('Nothing on this shelf has this code.')
    const { id, name } = item.product
    const quantity = (entries[id] ?? 0) + piecesIn(reading.code)
    enter(id, quantity)
    toast.success(`${name}: ${quantity.toLocaleString('en')}`)
    document.getElementById(`count-${id}`)?.scrollIntoView({ block: 'center' })
  }
  useScanner()
  useScans(take, counted !== undefined)

  const lines = shelf.items.flatMap(({ product: { id } }) => {
    const pieces = entries[id]
    return pieces === undefined ? [] : [{ productId: id, counted: pieces }]
  })

  async function finish() {
    setSaving(true)
    const countId = new IdempotencyKey().keyFor('')
    const count = { countId, userId, shelfId: shelf.id, shelfName: shelf.name, lines }
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
        <Notice tone="bad" action={<Button onClick={() => setProblem(undefined)}>Close</Button>}>
          {problem}
        </Notice>
      )}
      <Card>
        {counted === undefined ? (
          <SkeletonText lines={6} />
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {shelf.items.map((item) => (
              <li
                key={item.product.id}
                id={`count-${item.product.id}`}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3"
              >
                <div className="min-w-0 flex-1 basis-48">
                  <p className="wrap-anywhere font-medium">{item.product.name}</p>
                  <p className="wrap-anywhere text-muted text-table">
                    {item.product.sku} · par {item.par.toLocaleString('en')}
                    {item.unit === 'pack' && `, counted in packs of ${item.packSize.toLocaleString('en')}`}
                  </p>
                </div>
                <CountStepper
                  label={item.product.name}
                  value={counted[item.product.id] ?? null}
                  step={item.unit === 'pack' ? item.packSize : 1}
                  onChange={(quantity) => enter(item.product.id, quantity)}
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
          {lines.length} of {shelf.items.length} counted
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
