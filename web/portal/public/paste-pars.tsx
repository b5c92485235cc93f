import { useEffect, useState } from 'react'
import type { FoundProduct } from '#shared/portal/shelf-products-api.ts'
import { maxPastedNames } from '#shared/portal/shelf-products-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { parseParColumn, parsePars, type ReadPar, readParColumn, readPars } from './pasted-pars.ts'

export type FindProducts = (names: string[]) => Promise<readonly (readonly FoundProduct[])[]>

export type Pasted = {
  text: string
  /** Index of the line into which a column was pasted. */
  from: number
}

type Props = {
  pasted: Pasted
  /** The current lines of the shelf. */
  lines: readonly { productId: string; name: string; par: number | null }[]
  find: FindProducts
  onApply: (pars: readonly ReadPar[]) => void
  onCancel: () => void
}

type Preview = { pars: ReadPar[]; problems: string[] }
const pieces = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'piece' : 'pieces'}`

/** Par levels pasted from a spreadsheet, with a preview before they are applied. */
export function PastePars({ pasted, lines, find, onApply, onCancel }: Props) {
  const [text, setText] = useState(pasted.text)
  const [preview, setPreview] = useState<Preview>()
  const [problem, setProblem] = useState<string>()
  const [isSearching, setSearching] = useState(false)

  async function searchProducts() {
    setProblem(undefined)
    const column = lines.length > 0 ? parseParColumn(text) : null
    if (column) return setPreview(readParColumn(column, lines.slice(pasted.from)))
    const rows = parsePars(text)
    const names = [...new Set(rows.flatMap((row) => row.names))]
    if (rows.length === 0) return setProblem('Paste at least one row.')
    if (names.length > maxPastedNames) return setProblem('That is more than a shelf holds. Paste at most 300 rows.')
    setSearching(true)
    try {
      const found = names.length > 0 ? await find(names) : []
      setPreview(readPars(rows, (name) => found[names.indexOf(name)] ?? []))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    } finally {
      setSearching(false)
    }
  }
  useEffect(() => {
    if (pasted.text !== '') void searchProducts()
    // Only on mount: the pasted text is looked up once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const now = new Map(lines.map((line) => [line.productId, line.par]))
  const change = ({ productId, par, packs }: ReadPar) => {
    const before = now.get(productId)
    const kind = now.has(productId) ? (before === par ? 'unchanged' : `now ${before ?? 'empty'}`) : 'new line'
    return packs ? `${kind}, ${packs.count} packs of ${packs.size.toLocaleString('en')}` : kind
  }
  return (
    <section aria-label="Par levels from a spreadsheet" className="flex flex-col gap-3 rounded-lg bg-subtle p-4">
      <TextAreaField
        label="Rows from a spreadsheet"
        rows={5}
        value={text}
        placeholder={'GLV-100\t24\tpacks'}
        help="SKU, barcode or name, then the par level and, if you like, pieces or packs. Nothing changes before you apply it."
        onChange={(event) => {
          setText(event.target.value)
          setPreview(undefined)
        }}
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
      {preview && preview.problems.length > 0 && (
        <Notice
          tone="warn"
          title={`Skipped: ${preview.problems.length === 1 ? '1 row' : `${preview.problems.length} rows`}`}
        >
          <ul>
            {preview.problems.map((one) => (
              <li key={one} className="wrap-anywhere">
                {one}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {preview && preview.pars.length > 0 && (
        <ul aria-label="Preview" className="flex max-h-72 flex-col divide-y divide-line overflow-y-auto text-table">
          {preview.pars.map((one) => (
            <li key={one.productId} className="flex flex-wrap justify-between gap-x-4 py-1.5">
              <span className="wrap-anywhere min-w-0 flex-1 basis-48">{one.name}</span>
              <span className="text-right">
                <span className="figures font-medium">{pieces(one.par)}</span>{' '}
                <span className="text-muted">({change(one)})</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {preview && preview.pars.length > 0 ? (
          <Button variant="primary" onClick={() => onApply(preview.pars)}>
            Apply {preview.pars.length === 1 ? '1 par level' : `${preview.pars.length} par levels`}
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={isSearching}
            disabled={text.trim() === ''}
            onClick={() => void searchProducts()}
          >
            Preview
          </Button>
        )}
        <Button onClick={onCancel}>Close</Button>
      </div>
    </section>
  )
}
