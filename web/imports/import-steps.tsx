import { Check } from 'lucide-react'
import { cn } from '#web/ui/class-names.ts'

const steps = { upload: 'Upload', columns: 'Columns', check: 'Check', run: 'Import', result: 'Result' } as const
export type ImportStep = keyof typeof steps
const names = Object.keys(steps) as ImportStep[]

/** The steps of the import, with the current one. */
export function ImportSteps({ current }: { current: ImportStep }) {
  const at = names.indexOf(current)
  return (
    <ol aria-label="Steps of the import" className="flex items-center gap-2">
      {names.map((name, place) => (
        <li
          key={name}
          aria-current={name === current ? 'step' : undefined}
          className="flex items-center gap-2 not-last:flex-1"
        >
          <span
            aria-hidden
            data-tint
            className={cn(
              'figures flex size-6 shrink-0 items-center justify-center rounded-full font-medium text-xs',
              place < at && 'bg-accent-soft text-accent-text',
              place === at && 'bg-accent text-accent-contrast',
              place > at && 'bg-subtle-strong text-muted',
            )}
          >
            {place < at ? <Check size={14} /> : place + 1}
          </span>
          <span className={cn('text-table', place === at ? 'font-medium text-primary' : 'text-muted max-md:sr-only')}>
            {steps[name]}
            {place < at && <span className="sr-only">, done</span>}
          </span>
          {place < names.length - 1 && <span aria-hidden className="h-px min-w-3 flex-1 bg-line" />}
        </li>
      ))}
    </ol>
  )
}
