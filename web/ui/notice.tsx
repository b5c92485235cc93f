import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { unbrokenNumbers, unbrokenNumbersIn } from './table/unbroken-numbers.tsx'

const signs = { neutral: Info, info: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert }
const toneClasses: Record<Tone, string> = {
  neutral: 'bg-subtle [&>svg]:text-muted',
  info: 'bg-info-soft [&>svg]:text-info',
  good: 'bg-good-soft [&>svg]:text-good',
  warn: 'bg-warn-soft [&>svg]:text-warn',
  bad: 'bg-bad-soft [&>svg]:text-bad',
}

export type NoticeProps = {
  tone?: Tone
  title?: string
  children?: ReactNode
  action?: ReactNode
  /** If given, the notice has a close button. */
  onClose?: () => void
  className?: string
}

/** An inline notice, next to what it is about: a draft to restore, a change made elsewhere. */
export function Notice({ tone = 'info', title, children, action, onClose, className }: NoticeProps) {
  const Sign = signs[tone]
  return (
    <div
      data-tint
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cn('flex flex-wrap items-start gap-3 rounded-lg px-4 py-3 text-sm', toneClasses[tone], className)}
    >
      <Sign aria-hidden size={16} className="mt-0.5 shrink-0" />
      <div className="wrap-anywhere min-w-0 flex-1 basis-32 text-pretty">
        {title && <p className="font-medium">{unbrokenNumbers(title)}</p>}
        {children && <div className="text-secondary">{unbrokenNumbersIn(children)}</div>}
      </div>
      {(action || onClose) && (
        <div className="-my-1 flex shrink-0 gap-2 max-md:my-0 max-md:w-full max-md:pl-7">
          {action}
          {onClose && (
            <Button size="sm" variant="ghost" aria-label="Close notice" onClick={onClose}>
              Close
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
