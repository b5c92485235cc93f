import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button, keepFocus } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'

type MoreDetailsProps = {
  /** Summary of the hidden fields. */
  help: string
  /** A field inside is required or already filled. */
  startsOpen?: boolean
  children: ReactNode
}

/** Optional fields of a new record, collapsed; expands if one of them is invalid. */
export function MoreDetails({ help, startsOpen = false, children }: MoreDetailsProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const content = useRef<HTMLDivElement>(null)
  const id = useId()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- after every render: what is wrong is known by what the fields show
  useEffect(() => {
    if (!isOpen && content.current?.querySelector('[aria-invalid=true]')) setOpen(true)
  })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t pt-4">
        {/* Keep the focus in the field: its error on blur would shift the button away from under the click. */}
        <Button
          size="sm"
          aria-expanded={isOpen}
          aria-controls={id}
          onMouseDown={keepFocus}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown aria-hidden className={cn('transition-transform duration-150', isOpen && 'rotate-180')} />
          More details
        </Button>
        {!isOpen && <p className="min-w-0 text-pretty text-muted text-xs">{help}</p>}
      </div>
      <div id={id} ref={content} hidden={!isOpen} className={cn(isOpen && 'flex flex-col gap-6')}>
        {children}
      </div>
    </div>
  )
}
