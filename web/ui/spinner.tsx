import { LoaderCircle } from 'lucide-react'
import { cn } from './class-names.ts'

/** A spinner; the text beside it says what is in progress. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />
}
